package dev.foldline.effects.environment;

import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.ConflictMarkers;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * The commands of a check that ran.
 *
 * @param results what commands of the user's checks have said, which is compared with other runs
 */
record CheckAttempts(Vector<CheckAttempt> attempts, Vector<CheckResult> results) {
    static final CheckAttempts NONE = new CheckAttempts(Vector.empty(), Vector.empty());

    CheckAttempts and(CheckAttempt attempt, Option<CheckResult> result) {
        return new CheckAttempts(attempts.append(attempt), results.appendAll(result));
    }

    /** Returns those that did not succeed or whose report names a failure. */
    Vector<CheckAttempt> failed() {
        return attempts.filter(
                each ->
                        !each.result().succeeded()
                                || result(each)
                                        .exists(said -> !(said instanceof CheckResult.Succeeded)));
    }

    private Option<CheckResult> result(CheckAttempt attempt) {
        return attempt.command() instanceof CommandLine.Check(var name, _, _)
                ? results.find(each -> each.command().equals(name))
                : Option.none();
    }

    /** Returns what all of them printed. */
    String printed() throws IOException {
        var text = new StringBuilder();
        for (var attempt : attempts) text.append(attempt.text());
        return text.toString();
    }

    String printedByFailed() throws IOException {
        var text = new StringBuilder();
        for (var attempt : failed()) text.append(text.isEmpty() ? "" : "\n").append(attempt.text());
        return text.toString();
    }

    /** Returns a text that is equal for equal failures. */
    String fingerprint() throws IOException {
        var text = new StringBuilder();
        for (var attempt : failed())
            text.append(text.isEmpty() ? "" : "\n")
                    .append(attempt.command().text())
                    .append('\n')
                    .append(attempt.how())
                    .append('\n')
                    .append(attempt.text());
        return OutputNormalizer.fingerprint(text.toString());
    }

    /** Returns the failures in words. */
    String summary() {
        return failed().map(this::summary).mkString("\n");
    }

    private String summary(CheckAttempt failed) {
        var noReport =
                result(failed)
                        .flatMap(
                                said ->
                                        said instanceof CheckResult.NoReport(_, var reason)
                                                ? Option.of(reason + "; ")
                                                : Option.<String>none());
        return "the check '"
                + name(failed.command())
                + "' failed: "
                + noReport.getOrElse("")
                + failed.ending();
    }

    /** Returns the command, or what it is about if no user wrote it. */
    private static String name(CommandLine command) {
        return command.equals(ConflictMarkers.COMMAND)
                ? "no conflict markers are left"
                : command.text();
    }
}
