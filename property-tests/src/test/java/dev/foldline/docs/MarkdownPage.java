package dev.foldline.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of Markdown: its prose, and what the prose refers to. */
record MarkdownPage(Path file, String text) {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern COMMAND = Pattern.compile("foldline(?: -C \\S+)? ([a-z]+)\\b");

    static MarkdownPage read(Path file) {
        return new MarkdownPage(file, ProjectFiles.read(file));
    }

    static Stream<MarkdownPage> all() {
        return ProjectFiles.pages().stream().map(MarkdownPage::read);
    }

    String name() {
        return ProjectFiles.relative(file);
    }

    /** Where links lead, except to other sites. */
    List<String> links() {
        return first(LINK, prose()).filter(link -> !link.contains("://")).toList();
    }

    /** What stands between single backticks. */
    List<String> spans() {
        return first(SPAN, prose()).toList();
    }

    /** The fenced blocks of a language. */
    List<String> blocks(String language) {
        return FENCED.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The commands of ours that the page tells somebody to type. */
    List<String> commands() {
        var typed = new ArrayList<String>();
        for (String span : spans()) if (span.matches("(\\./)?foldline .*")) typed.add(span);
        FENCED.matcher(text)
                .results()
                .map(block -> block.group(2))
                .flatMap(String::lines)
                .map(String::strip)
                .map(line -> line.replaceFirst("^\\$ ", ""))
                .filter(line -> line.matches("(\\./)?foldline .*"))
                .forEach(typed::add);
        return typed.stream().flatMap(line -> first(COMMAND, line).limit(1)).toList();
    }

    /** The names by which links reach the page's headings. */
    Set<String> anchors() {
        return first(HEADING, prose())
                .map(
                        heading ->
                                heading.toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\w\\- ]", "")
                                        .strip()
                                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private String prose() {
        return FENCED.matcher(text).replaceAll("");
    }

    private static Stream<String> first(Pattern pattern, String text) {
        return pattern
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList()
                .stream();
    }
}
