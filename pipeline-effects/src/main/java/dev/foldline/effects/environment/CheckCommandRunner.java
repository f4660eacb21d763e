package dev.foldline.effects.environment;

import dev.foldline.core.effect.CheckEffect.Comparison;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessSpec;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/** Runs the commands of checks, in the sandbox of checks and each with an output of its own. */
final class CheckCommandRunner {
    private final RunContext run;
    private final AgentSandbox sandboxes;
    private final ProcessExecutor processes;
    private final Consumer<String> activity;

    CheckCommandRunner(
            RunContext run,
            AgentSandbox sandboxes,
            ProcessExecutor processes,
            Consumer<String> activity) {
        this.run = run;
        this.sandboxes = sandboxes;
        this.processes = processes;
        this.activity = activity;
    }

    /**
     * An effect that runs commands.
     *
     * @param deadlineMillis how long each command may take
     */
    record Execution(long ticket, long deadlineMillis, long beganNanos, Cancellation stop) {

        /** One that begins now. */
        static Execution of(long ticket, long deadlineMillis, Cancellation stop) {
            return new Execution(ticket, deadlineMillis, System.nanoTime(), stop);
        }

        Spend spend() {
            return Spend.millis(Duration.ofNanos(System.nanoTime() - beganNanos).toMillis());
        }

        EffectCancelled cancelled() {
            return new EffectCancelled(ticket, spend(), Instant.now());
        }
    }

    /**
     * Runs a command.
     *
     * @param place the working tree in which it runs
     * @param number its number in the effect, by which its output is kept
     */
    CheckAttempt run(Execution execution, RunContext place, CommandLine command, int number)
            throws IOException {
        var words = ProcessSpec.words(command);
        var began = Instant.now();
        try (var sandbox = sandboxes.forCheck(place.git(), words)) {
            var spec =
                    new ProcessSpec(
                            words,
                            place.root(),
                            environment(command, execution.ticket()),
                            run.marker(execution.ticket()),
                            new ProcessInput.Nothing(),
                            run.output(OutputFiles.nameOfCheck(execution.ticket(), number)),
                            Deadlines.ofTotal(Duration.ofMillis(execution.deadlineMillis())),
                            sandbox.launcher());
            var result =
                    processes.run(
                            spec,
                            new ProcessListener(activity, activity, () -> false),
                            process -> execution.stop().onCancel(process::cancel));
            var notes = sandbox.notes(result.tails(), run.environment());
            notes.forEach(activity);
            return new CheckAttempt(command, began, result, notes);
        }
    }

    /** A command submitted by an external agent gets no more permissions than that agent. */
    private Map<String, String> environment(CommandLine command, long ticket) {
        return command instanceof CommandLine.Submitted
                ? ChildEnvironment.forAgents(run.environment(), run.listed(), run.marker(ticket))
                : ChildEnvironment.forChecks(run.environment());
    }

    /**
     * Returns what a command of a check said, which is compared with other runs; none for other
     * commands.
     *
     * @param comparison what it is compared with; none if that is not known
     */
    Option<CheckResult> result(
            RunContext place, CheckAttempt attempt, Option<Comparison> comparison)
            throws IOException {
        if (!(attempt.command() instanceof CommandLine.Check command)) return Option.none();
        return Option.of(
                new CommandResults(run, place.root())
                        .read(
                                command,
                                attempt,
                                comparison.flatMap(each -> each.baseTests().get(command.name()))));
    }
}
