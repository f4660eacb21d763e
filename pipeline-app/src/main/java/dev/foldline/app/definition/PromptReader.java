package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.effects.prompt.Templates;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads the prompts of a workflow file and checks their placeholders. */
final class PromptReader {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]*)}}");

    private final WorkflowFile file;
    private final Set<String> configured;
    private final Problems problems;
    private LinkedHashMap<String, String> texts = LinkedHashMap.empty();

    PromptReader(StepContext context) {
        this.file = context.file();
        this.configured = context.configured();
        this.problems = context.problems();
    }

    LinkedHashMap<String, String> texts() {
        return texts;
    }

    /**
     * Returns the name of the prompt of a call. A name without a folder and an ending is a prompt
     * of Foldline.
     *
     * @param fallback the name if the file gives none; empty if it must give one
     */
    String prompt(FieldReader fields, String fallback) {
        if (!fields.has("prompt") && Templates.names().contains(fallback)) return fallback;
        var name = fields.required("prompt", "prompts/NAME.md");
        if (file.head().isExpansion()) return name;
        if (name.isEmpty() || texts.containsKey(name)) return name;
        var at = fields.place("prompt");
        if (!name.contains("/") && !name.contains(".")) {
            if (!Templates.names().contains(name))
                problems.add(
                        at,
                        "Foldline has no prompt '" + name + "'",
                        FieldReader.suggestion(name, Templates.names().asJava())
                                + "; a prompt of your own is a file such as prompts/"
                                + name
                                + ".md");
            return name;
        }
        var text = new ReferencedFile(file.file(), file.files(), problems).text(name, at);
        texts = texts.put(name, text);
        check(name, text);
        return name;
    }

    private void check(String name, String text) {
        var known = placeholders();
        PLACE.matcher(text)
                .results()
                .filter(found -> !known.contains(found.group(1)))
                .forEach(
                        found ->
                                problems.add(
                                        place(name, text, found.start()),
                                        "unknown placeholder {{" + found.group(1) + "}}",
                                        FieldReader.suggestion(found.group(1), known.asJava())));
    }

    private Vector<String> placeholders() {
        return Vector.ofAll(Templates.PLACES)
                .appendAll(file.declarations().inputs().map(input -> "inputs." + input.name()))
                .appendAll(file.artifacts().map(artifact -> "artifacts." + artifact))
                .appendAll(
                        file.declarations()
                                .checks()
                                .keySet()
                                .addAll(configured)
                                .map(Templates::outputOf))
                .appendAll(
                        file.hasAttempts()
                                ? Vector.of("artifacts." + Attempts.COMPARISON)
                                : Vector.empty());
    }

    private Origin place(String name, String text, int index) {
        int lineStart = text.lastIndexOf('\n', index - 1) + 1;
        int line = 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
        var shown = Path.of(file.shown()).resolveSibling(name).normalize();
        return new Origin.InFile(shown.toString(), line, text.codePointCount(lineStart, index) + 1);
    }
}
