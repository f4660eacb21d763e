package dev.foldline.effects.environment;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs checks. Their result is determined by exit codes, and their evidence is bound to the tree
 * they ran on.
 */
public final class CheckHandler {
    private static final String PASSED_INSTEAD = "Test was expected to FAIL but PASSED.";
    private static final int SUMMARY_CHARS_MAX = 1_500;

    /** Up to this size, both outputs of a check together are kept completely. */
    private static final int WHOLE_BYTES_MAX = 64 << 10;

    private final RunContext run;
    private final ProcessExecutor processes;
    private final Consumer<String> activity;

    public CheckHandler(RunContext run, ProcessExecutor processes, Consumer<String> activity) {
        this.run = run;
        this.processes = processes;
        this.activity = activity;
    }

    public Event run(long ticket, RunCheck effect, Cancellation stop) throws IOException {
        var exclusions = run.exclusions(effect.protectedPaths());
        var before = run.git().workTree(exclusions);
        var began = System.nanoTime();
        int number = 0;
        for (CommandLine command : effect.commands()) {
            if (stop.isCancelled()) return new EffectCancelled(ticket, spend(began), Instant.now());
            var result = run(ticket, command, ++number, effect, stop);
            if (result.ended() instanceof ProcessEnd.Cancelled)
                return new EffectCancelled(ticket, spend(began), Instant.now());
            var broken = broken(command, result);
            if (broken.isPresent())
                return new EffectFailed(
                        ticket,
                        new Fault(
                                Fault.Kind.CHECK_BROKEN,
                                broken.get(),
                                Option.none(),
                                outputOf(command, result)));
            if (!result.succeeded())
                return failing(ticket, effect, before, new Failing(command, result), spend(began));
        }
        return succeeding(ticket, effect, before, spend(began));
    }

    private ProcessResult run(
            long ticket, CommandLine command, int number, RunCheck effect, Cancellation stop)
            throws IOException {
        var words =
                switch (command) {
                    case CommandLine.Shell(var line) -> ProcessSpec.shell(line);
                    case CommandLine.Submitted(var line) -> ProcessSpec.shell(line);
                    case CommandLine.Arguments(var given) -> given.asJava();
                };
        var spec =
                new ProcessSpec(
                        words,
                        run.root(),
                        environment(command, ticket),
                        run.marker(ticket),
                        new ProcessInput.Nothing(),
                        run.output("check-" + ticket + "-" + number),
                        Deadlines.ofTotal(Duration.ofMillis(effect.deadlineMillis())));
        return processes.run(
                spec,
                new ProcessListener(activity, activity, () -> false),
                process -> stop.onCancel(process::cancel));
    }

    /** A command submitted by an external agent gets no more permissions than that agent. */
    private Map<String, String> environment(CommandLine command, long ticket) {
        return command instanceof CommandLine.Submitted
                ? ChildEnvironment.forAgents(run.environment(), run.listed(), run.marker(ticket))
                : ChildEnvironment.forChecks(run.environment());
    }

    /** The first command that failed. */
    private record Failing(CommandLine command, ProcessResult result) {}

    private Event succeeding(long ticket, RunCheck effect, String before, Spend spend)
            throws IOException {
        var after = run.git().workTree(run.exclusions(effect.protectedPaths()));
        return switch (effect.expectation()) {
            case PASS ->
                    new CheckPassed(ticket, effect.check(), before, after, Option.none(), spend);
            case FAIL ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            PASSED_INSTEAD,
                            Option.none(),
                            spend,
                            Option.of(OutputNormalizer.fingerprint(PASSED_INSTEAD)));
        };
    }

    private Event failing(long ticket, RunCheck effect, String before, Failing failing, Spend spend)
            throws IOException {
        var after = run.git().workTree(run.exclusions(effect.protectedPaths()));
        var text = text(failing.result());
        var output = Option.of(run.blobs().put(text));
        var fingerprint =
                Option.of(
                        OutputNormalizer.fingerprint(
                                failing.command().text()
                                        + "\n"
                                        + how(failing.result())
                                        + "\n"
                                        + text));
        return switch (effect.expectation()) {
            case FAIL ->
                    failing.result().ended() instanceof ProcessEnd.Exited
                            ? new CheckPassed(ticket, effect.check(), before, after, output, spend)
                            : new CheckFailed(
                                    ticket,
                                    effect.check(),
                                    after,
                                    "the check '"
                                            + failing.command().text()
                                            + "' was expected to fail, but came to no verdict: "
                                            + ending(failing.result()),
                                    output,
                                    spend,
                                    fingerprint);
            case PASS ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            "the check '"
                                    + failing.command().text()
                                    + "' failed: "
                                    + ending(failing.result()),
                            output,
                            spend,
                            fingerprint);
        };
    }

    private static String text(ProcessResult result) throws IOException {
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

    private static String how(ProcessResult result) {
        return switch (result.ended()) {
            case ProcessEnd.Exited(var code) -> "exit code " + code;
            case ProcessEnd.Signalled(var signal) -> "signal " + signal;
            case ProcessEnd.TimedOut _ -> "it took too long";
            case ProcessEnd.StartFailed(var why) -> why;
            case ProcessEnd.Cancelled _ -> "cancelled";
        };
    }

    private static String ending(ProcessResult result) {
        var tail = (result.out().tail() + "\n" + result.err().tail()).strip();
        return how(result)
                + "\n"
                + (tail.length() > SUMMARY_CHARS_MAX
                        ? "..." + tail.substring(tail.length() - SUMMARY_CHARS_MAX)
                        : tail);
    }

    /** A check that cannot run has no result. */
    private static Optional<String> broken(CommandLine command, ProcessResult result) {
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
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    Optional.empty();
        };
    }

    /** Returns the output of a submitted test before it was ended. */
    private Option<String> outputOf(CommandLine command, ProcessResult result) throws IOException {
        return command instanceof CommandLine.Submitted
                        && result.ended() instanceof ProcessEnd.Signalled
                ? Option.of(run.blobs().put(text(result)))
                : Option.none();
    }

    private static Spend spend(long beganNanos) {
        return Spend.millis(Duration.ofNanos(System.nanoTime() - beganNanos).toMillis());
    }
}
