package dev.foldline.effects.check;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.Ended;
import dev.foldline.effects.process.Environment;
import dev.foldline.effects.process.Input;
import dev.foldline.effects.process.Listener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs checks. Their verdict comes from exit codes, and their evidence is bound to the tree they ran on. */
public final class CheckHandler {
    private static final int SUMMARY_CHARS_MAX = 1_500;

    /** Up to here what a check says is kept whole, both its outputs together. */
    private static final int WHOLE_BYTES_MAX = 64 << 10;

    private final RunContext run;
    private final ProcessRunner processes;
    private final Consumer<String> activity;

    public CheckHandler(RunContext run, ProcessRunner processes, Consumer<String> activity) {
        this.run = run;
        this.processes = processes;
        this.activity = activity;
    }

    public Event run(long ticket, RunCheck effect, Cancellation stop) throws IOException {
        var exclusions = run.exclusions(effect.kept());
        var before = run.git().workTree(exclusions);
        var began = System.nanoTime();
        int number = 0;
        for (CommandLine command : effect.commands()) {
            if (stop.isCancelled()) return new EffectCancelled(ticket, spend(began), Instant.now());
            var result = run(ticket, command, ++number, effect, stop);
            if (result.ended() instanceof Ended.Cancelled) return new EffectCancelled(ticket, spend(began), Instant.now());
            var broken = broken(command, result);
            if (broken.isPresent()) return new EffectFailed(ticket, Fault.of(Fault.Kind.CHECK_BROKEN, broken.get()));
            if (!result.succeeded()) return failing(ticket, effect, before, new Failing(command, result), spend(began));
        }
        return succeeding(ticket, effect, before, spend(began));
    }

    private ProcessResult run(long ticket, CommandLine command, int number, RunCheck effect, Cancellation stop) throws IOException {
        var words = switch (command) {
            case CommandLine.Shell(var line)      -> ProcessSpec.shell(line);
            case CommandLine.HandedIn(var line)   -> ProcessSpec.shell(line);
            case CommandLine.Arguments(var given) -> given.asJava();
        };
        var spec = new ProcessSpec(words, run.root(), environment(command, ticket), run.marker(ticket), new Input.Nothing(),
                run.output("check-" + ticket + "-" + number), Deadlines.ofTotal(Duration.ofMillis(effect.deadlineMillis())));
        return switch (processes.start(spec, new Listener(activity, activity, () -> false))) {
            case ProcessRunner.Start.Running(var process) -> {
                stop.onCancel(process::cancel);
                yield process.await();
            }
            case ProcessRunner.Start.Failed(var why) ->
                    new ProcessResult(why, nothing(spec.output().out()), nothing(spec.output().err()), Duration.ZERO, 0);
        };
    }

    /** What a worker outside handed in gets no more than that worker. */
    private Map<String, String> environment(CommandLine command, long ticket) {
        return command instanceof CommandLine.HandedIn
                ? Environment.forAgents(run.environment(), run.listed(), run.marker(ticket)) : Environment.forChecks(run.environment());
    }

    /** The first command that failed. */
    private record Failing(CommandLine command, ProcessResult result) {}

    private Event succeeding(long ticket, RunCheck effect, String before, Spend spend) throws IOException {
        var after = run.git().workTree(run.exclusions(effect.kept()));
        return switch (effect.expectation()) {
            case PASS -> new CheckPassed(ticket, effect.check(), before, after, Option.none(), spend);
            case FAIL -> new CheckFailed(ticket, effect.check(), after, "Test was expected to FAIL but PASSED.", Option.none(), spend);
        };
    }

    private Event failing(long ticket, RunCheck effect, String before, Failing failing, Spend spend) throws IOException {
        var after = run.git().workTree(run.exclusions(effect.kept()));
        var output = Option.of(keep(failing.result()));
        return switch (effect.expectation()) {
            case FAIL -> failing.result().ended() instanceof Ended.Exited
                    ? new CheckPassed(ticket, effect.check(), before, after, output, spend)
                    : new CheckFailed(ticket, effect.check(), after, "the check '" + failing.command().text()
                            + "' was expected to fail, but came to no verdict: " + ending(failing.result()), output, spend);
            case PASS -> new CheckFailed(ticket, effect.check(), after,
                    "the check '" + failing.command().text() + "' failed: " + ending(failing.result()), output, spend);
        };
    }

    private String keep(ProcessResult result) throws IOException {
        var isWhole = result.out().bytes() + result.err().bytes() <= WHOLE_BYTES_MAX;
        var err = text(result.err(), isWhole);
        return run.blobs().put(text(result.out(), isWhole) + (err.isBlank() ? "" : "\n" + err));
    }

    /** Of what is too long, its end. */
    private static String text(ProcessResult.Output output, boolean whole) throws IOException {
        if (output.bytes() == 0) return "";
        if (whole && !output.isCut()) return new String(Files.readAllBytes(output.file()), StandardCharsets.UTF_8);
        long left = output.bytes() - output.tail().getBytes(StandardCharsets.UTF_8).length;
        return (left > 0 ? "[the first " + left + " bytes are left out]\n" : "") + output.tail();
    }

    private static String ending(ProcessResult result) {
        var how = switch (result.ended()) {
            case Ended.Exited(var code)      -> "exit code " + code;
            case Ended.Signalled(var signal) -> "signal " + signal;
            case Ended.TimedOut _            -> "it took too long";
            case Ended.StartFailed(var why)  -> why;
            case Ended.Cancelled _           -> "cancelled";
        };
        var tail = (result.out().tail() + "\n" + result.err().tail()).strip();
        return how + "\n" + (tail.length() > SUMMARY_CHARS_MAX ? "..." + tail.substring(tail.length() - SUMMARY_CHARS_MAX) : tail);
    }

    /** A check that cannot run has no verdict. */
    private static Optional<String> broken(CommandLine command, ProcessResult result) {
        return switch (result.ended()) {
            case Ended.StartFailed(var why) -> Optional.of("the check '" + command.text() + "' could not be started: " + why);
            case Ended.Exited exited when exited.saysItNeverRan() ->
                    Optional.of("the check '" + command.text() + "' could not be run (exit code " + exited.code() + "): " + result.err().tail().strip());
            case Ended.Exited _, Ended.Signalled _, Ended.TimedOut _, Ended.Cancelled _ -> Optional.empty();
        };
    }

    private static Spend spend(long beganNanos) { return Spend.millis(Duration.ofNanos(System.nanoTime() - beganNanos).toMillis()); }

    private static ProcessResult.Output nothing(Path file) { return new ProcessResult.Output(0, 0, file, ""); }
}
