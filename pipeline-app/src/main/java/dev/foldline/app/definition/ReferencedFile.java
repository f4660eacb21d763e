package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.effects.artifact.SchemaCheck;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the prompts and schemas that a workflow file names, relative to its folder. */
final class ReferencedFile {
    private static final long BYTES_MAX = 1 << 18;

    private final Path folder;
    private final DefinitionFiles files;
    private final Problems problems;

    ReferencedFile(Path workflowFile, DefinitionFiles files, Problems problems) {
        this.files = files;
        var file = workflowFile.toAbsolutePath().normalize();
        var parent = file.getParent();
        this.folder = parent == null ? file : parent;
        this.problems = problems;
    }

    /** Returns the text of a file; the empty text after a problem. */
    String text(String path, Origin at) {
        var file = folder.resolve(path).normalize();
        if (!file.startsWith(folder) || Path.of(path).isAbsolute()) {
            problems.add(
                    at,
                    "the file " + path + " is outside the folder of the workflow file",
                    "write a path relative to the workflow file, without '..'");
            return "";
        }
        try {
            var content = files.read(file);
            if (content.isEmpty()) {
                problems.add(at, "the file " + path + " does not exist", "create " + file);
                return "";
            }
            if (content.get().length > BYTES_MAX) {
                problems.add(at, "the file " + path + " is too long", "keep it below 256 KiB");
                return "";
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content.get()))
                    .toString();
        } catch (IOException unreadable) {
            problems.add(at, "the file " + path + " cannot be read", "check that it is UTF-8 text");
            return "";
        }
    }

    /** Returns the text of a JSON Schema. */
    String schema(String path, Origin at) {
        var text = text(path, at);
        if (text.isEmpty()) return "{\"type\":\"object\"}";
        try {
            var node = JsonMapper.shared().readTree(text);
            if (node.isObject() && !leadsOutside(node)) {
                SchemaCheck.of(text).problems("{}".getBytes(StandardCharsets.UTF_8));
                return text;
            }
            problems.add(
                    at,
                    "the schema " + path + " is no object, or refers to another file",
                    "write one JSON object whose references start with '#'");
        } catch (JacksonException notJson) {
            problems.add(
                    at,
                    "the schema " + path + " is not JSON",
                    "correct it near line "
                            + (notJson.getLocation() == null
                                    ? 1
                                    : notJson.getLocation().getLineNr()));
        } catch (RuntimeException noSchema) {
            problems.add(
                    at, "the schema " + path + " is not valid", "use JSON Schema, draft 2020-12");
        }
        return "{\"type\":\"object\"}";
    }

    private static boolean leadsOutside(JsonNode node) {
        var reference = node.path("$ref");
        if (reference.isString() && !reference.asString().startsWith("#")) return true;
        return node.valueStream().anyMatch(ReferencedFile::leadsOutside);
    }
}
