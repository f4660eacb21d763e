package dev.foldline.app.workflow.definition;

import io.vavr.collection.Vector;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The text of a definition as it is stored: the first file, then the tasks added to it. */
public final class ExtendedDefinition {
    private static final String SEPARATOR = "\n--- # added tasks\n";

    private ExtendedDefinition() {}

    static WorkflowDefinition read(byte[] text) {
        var parts =
                Vector.of(new String(text, StandardCharsets.UTF_8).split(Pattern.quote(SEPARATOR)))
                        .map(part -> part.getBytes(StandardCharsets.UTF_8));
        return parts.tail()
                .foldLeft(
                        DefinitionReader.read(parts.head(), DefinitionSource.KEPT, _ -> true),
                        (all, part) -> DefinitionReader.extended(all, part, DefinitionSource.KEPT));
    }

    /** Returns the text with the tasks of a further file. */
    public static String extended(String text, String added) {
        return text + SEPARATOR + added;
    }
}
