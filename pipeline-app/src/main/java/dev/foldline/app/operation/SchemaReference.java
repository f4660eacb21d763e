package dev.foldline.app.operation;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The first line of a workflow file that names its JSON Schema to editors, and the copy of the
 * schema beside the file, so that an editor needs no network.
 */
final class SchemaReference {
    private static final String FILE = "workflow.schema.json";
    private static final String LINE = "# yaml-language-server: $schema=" + FILE + "\n";
    private static final Pattern EARLIER =
            Pattern.compile("(?m)^# yaml-language-server: \\$schema=.*\\R");

    private SchemaReference() {}

    /** Returns the path of the schema in a folder of workflow files. */
    static Path file(Path folder) {
        return folder.resolve(FILE);
    }

    /** Returns the text with the line; it replaces a line that names another schema. */
    static String added(String text) {
        return LINE + EARLIER.matcher(text).replaceFirst("");
    }
}
