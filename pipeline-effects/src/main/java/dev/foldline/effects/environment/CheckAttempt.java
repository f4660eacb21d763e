package dev.foldline.effects.environment;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.Programs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command of a check that ran, and what its end means.
 *
 * @param began when it was started; older reports are not its own
 * @param notes what its sandbox kept from it
 */
record CheckAttempt(
        CommandLine command, Instant began, ProcessResult result, Vector<String> notes) {
    private static final int SUMMARY_CHARS_MAX = 1_500;
    private static final Pattern NOT_FOUND = Pattern.compile("(\\S+): (?:command )?not found");

    /** Up to this size, both outputs of a check together are kept completely. */
    private static final int WHOLE_BYTES_MAX = 64 << 10;

    /** Returns what it printed. */
    String text() throws IOException {
        var isWhole = result.out().bytes() + result.err().bytes() <= WHOLE_BYTES_MAX;
        var err = text(result.err(), isWhole);
        return text(result.out(), isWhole) + (err.isBlank() ? "" : "\n" + err);
    }

    /** Returns the output, or its end if it is too long. */
    private static String text(ProcessResult.Output output, boolean whole) throws IOException {
        if (output.bytes() == 0) return "";
        if (whole && !output.isCut())
            return new String(Files.readAllBytes(output.file()), StandardCharsets.UTF_8);
        long left = output.bytes() - output.tail().getBytes(StandardCharsets.UTF_8).length;
        return (left > 0 ? "[the first " + left + " bytes are left out]\n" : "") + output.tail();
    }

    /** Returns how it ended. */
    String how() {
        return switch (result.ended()) {
            case ProcessEnd.Exited(var code) -> "exit code " + code;
            case ProcessEnd.Signalled(var signal) -> "signal " + signal;
            case ProcessEnd.TimedOut _ -> "it took too long";
            case ProcessEnd.StartFailed(var why) -> why;
            case ProcessEnd.LauncherFailed(var why) -> why;
            case ProcessEnd.Cancelled _ -> "cancelled";
        };
    }

    /** Returns how it ended, and the end of its output. */
    String ending() {
        var tail = result.tails().strip();
        return how()
                + "\n"
                + (tail.length() > SUMMARY_CHARS_MAX
                        ? "..." + tail.substring(tail.length() - SUMMARY_CHARS_MAX)
                        : tail)
                + notes.map(note -> "\n" + note).mkString();
    }

    /** A check that cannot run has no result. */
    Optional<String> broken() {
        return switch (result.ended()) {
            case ProcessEnd.StartFailed(var why) ->
                    Optional.of("the check '" + command.text() + "' could not be started: " + why);
            case ProcessEnd.Exited exited when exited.saysItNeverRan() ->
                    Optional.of(
                            "the check '"
                                    + command.text()
                                    + "' could not be run (exit code "
                                    + exited.code()
                                    + "): "
                                    + result.err().tail().strip());
            case ProcessEnd.Signalled(var signal) when command instanceof CommandLine.Submitted ->
                    Optional.of(
                            "the check '"
                                    + command.text()
                                    + "' came to no verdict: it was ended by signal "
                                    + signal
                                    + "\n");
            case ProcessEnd.Exited _,
                    ProcessEnd.Signalled _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    Optional.empty();
        };
    }

    /**
     * Returns whether a program that the check names is not installed. No work in the tree can
     * change that, unlike a missing program that something else starts.
     */
    boolean lacksProgram(RunContext run) {
        if (command instanceof CommandLine.Submitted) return false;
        var words = List.of(command.text().split("\\s+"));
        return switch (result.ended()) {
            case ProcessEnd.StartFailed _ -> isMissing(run, words.getFirst());
            case ProcessEnd.Exited _ ->
                    NOT_FOUND
                            .matcher(result.err().tail())
                            .results()
                            .map(found -> found.group(1))
                            .anyMatch(name -> words.contains(name) && isMissing(run, name));
            case ProcessEnd.Signalled _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    false;
        };
    }

    private static boolean isMissing(RunContext run, String program) {
        return !program.contains("/")
                && Programs.find(program, run.environment().getOrDefault("PATH", ""), run.root())
                        .isEmpty();
    }
}
