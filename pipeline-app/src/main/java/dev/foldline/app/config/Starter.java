package dev.foldline.app.config;

import dev.foldline.core.PipelineBug;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The two files {@code init} writes. */
public final class Starter {
    /** The line of the prompt's starter that must be deleted before a run begins. */
    public static final String SENTINEL =
            "<!-- DELETE THIS LINE when the task below is your own: Foldline does not start while"
                    + " it is here. -->";

    private Starter() {}

    /** The commented {@code foldline.yaml}; as it stands it chooses nothing. */
    public static String configuration() {
        return resource("foldline.yaml");
    }

    /**
     * The same, with what was found here.
     *
     * @param agents the agents that are signed in, the preferred one first; none leaves the roles
     *     to the user
     * @param checks entries that test the project; none leaves them to the user
     */
    public static String configuration(List<String> agents, List<String> checks) {
        var text = configuration();
        if (!agents.isEmpty())
            text =
                    replaced(
                            text,
                            "# roles:\n#   developer: [mine]\n",
                            "roles:\n  developer: [" + String.join(", ", agents) + "]\n");
        return checks.isEmpty()
                ? text
                : replaced(
                        text,
                        "# checks:\n#   - mvn -q verify\n",
                        "checks:\n"
                                + checks.stream()
                                        .map(check -> "  - " + check + "\n")
                                        .collect(Collectors.joining()));
    }

    /**
     * The same text with a sandbox for every call.
     *
     * @param caches folders that the checks write
     */
    public static String sandboxed(String text, List<String> caches) {
        int from = text.indexOf("# sandbox:\n");
        int to = text.indexOf("\n\n", from);
        if (from < 0 || to < 0) throw new PipelineBug("the starter has no sandbox");
        var commented = text.substring(from, to).lines().skip(2);
        return text.substring(0, from)
                + "sandbox:\n  kind: bwrap              # or none\n"
                + (caches.isEmpty()
                        ? ""
                        : "  grants:\n    write: ["
                                + caches.stream()
                                        .map(each -> '"' + each + '"')
                                        .collect(Collectors.joining(", "))
                                + "]\n")
                + commented
                        .filter(
                                line ->
                                        caches.isEmpty()
                                                || !line.matches("# {3}(grants:|  write:.*)"))
                        .collect(Collectors.joining("\n"))
                + text.substring(to);
    }

    private static String replaced(String text, String part, String by) {
        if (!text.contains(part)) throw new PipelineBug("the starter has no part " + part);
        return text.replace(part, by);
    }

    /** The {@code PROMPT.md} to fill in; its first line is the sentinel. */
    public static String prompt() {
        return resource("PROMPT.md");
    }

    /** Whether {@code prompt} still has the sentinel line. */
    public static boolean hasSentinel(String prompt) {
        return prompt.lines().map(String::strip).anyMatch(SENTINEL::equals);
    }

    private static String resource(String name) {
        try (var input = Starter.class.getResourceAsStream("starter/" + name)) {
            if (input == null)
                throw new PipelineBug(
                        "the resource starter/" + name + " is missing from the build");
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
