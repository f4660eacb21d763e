package dev.foldline.effects.prompt;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text with places to fill, and the ways to put foreign text into it so that it cannot pass for ours. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");
    private static final Pattern FENCE = Pattern.compile("`{3,}");

    private Template() {}

    /** Every place filled, in one pass: what looks like a place within a value stays as it is. */
    static String fill(String template, Map<String, String> values) {
        return PLACE.matcher(template).replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), place.group())));
    }

    /** A block of code; its fence is longer than any within, so that only we can close it. */
    static String fenced(String language, String content) {
        int longest = FENCE.matcher(content).results().mapToInt(run -> run.end() - run.start()).max().orElse(2);
        var fence = "`".repeat(Math.max(3, longest + 1));
        return fence + language + "\n" + content.strip() + "\n" + fence + "\n";
    }

    /** A quotation, so that no line of it reads as a heading of ours. */
    static String quoted(String message) {
        return message.strip().lines().map(line -> ("> " + line).stripTrailing()).collect(Collectors.joining("\n", "", "\n"));
    }
}
