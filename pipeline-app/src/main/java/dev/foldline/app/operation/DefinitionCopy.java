package dev.foldline.app.operation;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.YamlReader;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workflow file under another name, with copies of the prompts and schemas that it names. The
 * copies are in a folder with the new name, so that both workflows can change.
 *
 * @param files the texts of the copies by their path, which is relative to the new file
 */
record DefinitionCopy(String text, LinkedHashMap<String, String> files) {
    private static final Pattern NAME = Pattern.compile("(?m)^(workflow:\\s*)[^\\s#]+");
    private static final Vector<String> REFERENCES = Vector.of("prompt", "schema");

    /** Copies the text of a workflow file that names no other file. */
    static DefinitionCopy of(String text, String name) {
        return new DefinitionCopy(named(text, name), LinkedHashMap.empty());
    }

    private static String named(String text, String name) {
        return NAME.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(name));
    }

    /**
     * Copies a workflow file.
     *
     * @throws UserError if a file that it names is missing or outside its folder
     */
    static DefinitionCopy of(Path file, String name) throws IOException {
        var folder = file.toAbsolutePath().normalize().resolveSibling("");
        var bytes = Files.readAllBytes(file);
        var document = YamlReader.read(bytes, OriginLocator.file(file.toString()));
        var text = named(new String(bytes, StandardCharsets.UTF_8), name);
        LinkedHashMap<String, String> files = LinkedHashMap.empty();
        for (var path : references(document.root()).distinct()) {
            var copy = name + "/" + path;
            files = files.put(copy, read(file, folder, path));
            text =
                    Pattern.compile("(?<=[\\s:\"'])" + Pattern.quote(path) + "(?=[\\s,}\"']|$)")
                            .matcher(text)
                            .replaceAll(Matcher.quoteReplacement(copy));
        }
        return new DefinitionCopy(text, files);
    }

    private static String read(Path file, Path folder, String path) throws IOException {
        var source = folder.resolve(path).normalize();
        if (!source.startsWith(folder) || !Files.isRegularFile(source))
            throw new UserError(
                    "the workflow file names " + path + ", which cannot be copied",
                    file.toString(),
                    "foldline workflow check " + file,
                    ExitCode.USAGE);
        return Files.readString(source, StandardCharsets.UTF_8);
    }

    /** Returns the files that the values of these keys name. */
    private static Vector<String> references(Node node) {
        return switch (node) {
            case Node.Fields(var fields, _) ->
                    Vector.ofAll(fields)
                            .flatMap(
                                    field ->
                                            field.value() instanceof Node.Text text
                                                            && REFERENCES.contains(
                                                                    field.name().text())
                                                            && isPath(text.text())
                                                    ? Vector.of(text.text())
                                                    : references(field.value()));
            case Node.Items(var items, _) ->
                    Vector.ofAll(items).flatMap(DefinitionCopy::references);
            case Node.Text _, Node.Nothing _ -> Vector.empty();
        };
    }

    private static boolean isPath(String text) {
        return text.contains("/") || text.contains(".");
    }
}
