package dev.foldline.effects.prompt;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text with placeholders. Inserted text is marked so that it cannot imitate the template. */
public final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+(?:\\.[a-z0-9_-]+){0,2})}}");
    private static final Pattern FENCE = Pattern.compile("`{3,}");

    private Template() {}

    /** Fills all placeholders in one pass; placeholders within a value are not replaced. */
    static String fill(String template, Map<String, String> values) {
        return PLACE.matcher(template)
                .replaceAll(
                        place ->
                                Matcher.quoteReplacement(
                                        values.getOrDefault(
                                                place.group(1),
                                                Templates.isLater(place.group(1))
                                                        ? ""
                                                        : place.group())));
    }

    /**
     * Returns a code block whose fence is longer than any in the content, so that the content
     * cannot close it.
     */
    public static String fenced(String language, String content) {
        int longest =
                FENCE.matcher(content)
                        .results()
                        .mapToInt(run -> run.end() - run.start())
                        .max()
                        .orElse(2);
        var fence = "`".repeat(Math.max(3, longest + 1));
        return fence + language + "\n" + content.strip() + "\n" + fence + "\n";
    }

    /** Returns a quotation, so that no line of it reads as a heading of the prompt. */
    static String quoted(String message) {
        return message.strip()
                .lines()
                .map(line -> ("> " + line).stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
