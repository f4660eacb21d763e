package dev.foldline.app.workflow;

import dev.foldline.app.output.JsonOutput;

import java.util.stream.Collectors;

/** Commit messages in the form in which agents hand them in. */
final class SubmittedCommitMessages {
    private SubmittedCommitMessages() {}

    /** The first line of what is said after a colon behind the name, the rest as the body. */
    static String of(String name, String said) {
        var lines = said.strip().lines().toList();
        var first = lines.isEmpty() ? "" : ": " + lines.getFirst().strip();
        return JsonOutput.compact(
                JsonOutput.fields(
                        "subject",
                        name + first,
                        "body",
                        lines.stream().skip(1).collect(Collectors.joining("\n")).strip()));
    }
}
