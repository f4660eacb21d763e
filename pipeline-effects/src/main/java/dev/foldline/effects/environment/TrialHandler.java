package dev.foldline.effects.environment;

import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.environment.CheckCommandRunner.Execution;
import dev.foldline.effects.environment.ScratchCheckout.Purpose;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Runs the checks on a mixture of the trees before and after a change, in a scratch checkout. What
 * they say is no failure of the run: an answer is returned in any case but a cancellation.
 */
public final class TrialHandler {
    private final RunContext run;
    private final CheckCommandRunner commands;

    /**
     * @param agents the registry, which has the sandbox of checks
     */
    public TrialHandler(
            RunContext run,
            AgentRegistry agents,
            ProcessExecutor processes,
            Consumer<String> activity) {
        this.run = run;
        this.commands =
                new CheckCommandRunner(run, new AgentSandbox(run, agents), processes, activity);
    }

    /** Returns the outcome, or the event of a cancelled trial. */
    public Either<EffectCancelled, TrialOutcome> run(
            long ticket, TrialRequest request, Cancellation stop) throws IOException {
        var execution = Execution.of(ticket, request.deadlineMillis(), stop);
        var tree =
                MixedTree.of(request.trial(), request.base(), request.tree(), request.tests())
                        .write(run.git());
        try (var checkout =
                ScratchCheckout.of(run, Purpose.TRIAL, tree, request.checkout().copied())) {
            return run(execution, request, checkout.context());
        } catch (GitFault refusal) {
            if (refusal.kind() != GitFault.Kind.COMMAND_FAILED
                    || FaultMapper.of(refusal).kind() != Fault.Kind.GIT) throw refusal;
            return Either.right(
                    new TrialOutcome(
                            new Impossible(
                                    FailingLine.of(String.valueOf(refusal.getMessage()), run.root())
                                            .getOrElse("git failed")),
                            Option.none(),
                            execution.spend()));
        }
    }

    private Either<EffectCancelled, TrialOutcome> run(
            Execution execution, TrialRequest request, RunContext place) throws IOException {
        var reader = new TrialReader(request.trial(), run, place);
        var setup = request.checkout().setup();
        var ran = CheckAttempts.NONE;
        var failures = Vector.<TrialFailure>empty();
        var unbuilt = Vector.<Unbuilt>empty();
        for (var command : setup.appendAll(request.commands())) {
            if (execution.stop().isCancelled()) return Either.left(execution.cancelled());
            int number = ran.attempts().size() + 1;
            var attempt = commands.run(execution, place, command, number);
            if (attempt.result().ended() instanceof ProcessEnd.Cancelled)
                return Either.left(execution.cancelled());
            var said = commands.result(place, attempt, Option.none());
            ran = ran.and(attempt, said);
            var result =
                    number <= setup.size()
                            ? reader.ofSetup(attempt)
                            : reader.ofCheck(attempt, said);
            switch (result) {
                case Passed _ -> {}
                case Failed failed -> failures = failures.appendAll(failed.failures());
                case Unbuilt broken when broken.failures().nonEmpty() ->
                        unbuilt = unbuilt.append(broken);
                case Unbuilt _, Impossible _ -> {
                    return Either.right(outcome(execution, result, ran));
                }
            }
        }
        return Either.right(outcome(execution, result(failures.distinct(), unbuilt), ran));
    }

    /** What fails before any change may be unbuilt too, so all is compared with that. */
    private static TrialResult result(Vector<TrialFailure> failures, Vector<Unbuilt> unbuilt) {
        if (unbuilt.isEmpty()) return failures.isEmpty() ? new Passed() : new Failed(failures);
        return new Unbuilt(
                unbuilt.head().reason(),
                unbuilt.flatMap(Unbuilt::failures)
                        .appendAll(failures.map(TrialFailure::failure))
                        .distinct());
    }

    private TrialOutcome outcome(Execution execution, TrialResult result, CheckAttempts ran)
            throws IOException {
        var printed = ran.printed();
        return new TrialOutcome(
                result,
                printed.isBlank() ? Option.none() : Option.of(run.blobs().put(printed)),
                execution.spend());
    }
}
