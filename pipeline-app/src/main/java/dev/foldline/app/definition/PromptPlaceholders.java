package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** PromptPlaceholders of prompts, which have no meaning elsewhere in a workflow file. */
final class PromptPlaceholders {
    /** Other words in double braces may belong to a program, such as a template of its own. */
    private static final Pattern PLACE =
            Pattern.compile(
                    "\\{\\{ *((?:inputs|artifacts|checks)\\.[a-z0-9_.-]+"
                            + "|task|item|artifacts|feedback|reason|expected) *}}");

    private static final String INPUTS = "inputs.";
    private static final String ARTIFACTS = "artifacts.";

    private PromptPlaceholders() {}

    /**
     * Adds a problem for each placeholder in a text, or in the texts of a list.
     *
     * @param remedy what to write instead of a placeholder, which is given without its braces
     */
    static void refuse(Node node, UnaryOperator<String> remedy, Problems problems) {
        switch (node) {
            case Node.Text text ->
                    PLACE.matcher(text.text())
                            .results()
                            .forEach(
                                    found ->
                                            problems.add(
                                                    text.origin(),
                                                    found.group() + " is for prompts only",
                                                    remedy.apply(found.group(1))));
            case Node.Items(var items, _) -> items.forEach(item -> refuse(item, remedy, problems));
            case Node.Fields _, Node.Nothing _ -> {}
        }
    }

    /** Returns what the command of a check has instead of a placeholder. */
    static String inCommand(String place) {
        if (place.startsWith(INPUTS))
            return "use the variable FOLDLINE_INPUT_"
                    + place.substring(INPUTS.length()).toUpperCase(Locale.ROOT);
        return place.startsWith(ARTIFACTS)
                ? "read the file .foldline/" + place.substring(ARTIFACTS.length()) + ".json"
                : "delete it";
    }
}
