package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.REQUIRED_POINT;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ForkPoint;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.RecordedWorkflow;
import dev.foldline.app.run.RunFork;
import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.recording.RecordedHead;
import dev.foldline.effects.recording.RunRecording;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/** Creates a run that starts in the middle of another one. */
final class ForkCommand {
    private static final Field<Vector<String>> SET =
            Field.texts("set", "setting of the fork; repeatable").asFlag("KEY=VALUE", "--set");

    private ForkCommand() {}

    static final Operation FORK =
            Operation.command(
                            "fork",
                            "Create a run that starts in the middle of another run, on a new"
                                    + " branch. Use `resume` to drive it.",
                            "foldline.fork/1",
                            Repetition.REPEATED,
                            ForkCommand::fork)
                    .withFields(REQUIRED_POINT, SET)
                    .withExamples(
                            "foldline fork @:120                at the last settled effect up to"
                                    + " event 120",
                            "foldline fork @ --set budget.agent_calls=50",
                            "                                   the latest run, with another"
                                    + " budget")
                    .withFailures(ExitCode.FAILED)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_fork"));

    private static OperationResult fork(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var argument = RunArgument.parse(input.get(REQUIRED_POINT));
        var run = context.read(argument.run());
        var history = RunHistory.open(run);
        var recording = new RunRecording(run);
        var fork = ForkPoint.of(history, argument.seq(), ticket -> after(recording, ticket));
        refuseOthers(history, fork.point().state());
        noteOtherPoint(context, argument.seq().orElse(fork.point().seq()), fork);
        var recorded = fork.point().state().workflow();
        var assignments = input.find(SET).getOrElse(Vector.empty());
        var workflow =
                assignments.isEmpty()
                        ? recorded
                        : RecordedWorkflow.under(
                                context.configuration(assignments).settings(), recorded);
        var created = context.withRepository(here -> RunFork.create(here, fork, workflow));
        var next = "foldline resume " + created.id();
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        FORK.schema(),
                        "ok",
                        true,
                        "exit",
                        0,
                        "run",
                        created.id().text(),
                        "origin",
                        JsonOutput.fields("run", history.name(), "seq", fork.point().seq()),
                        "commit",
                        fork.commit(),
                        "recorded_files",
                        fork.work().isDefined(),
                        "next",
                        List.of(next)),
                _ ->
                        "Run "
                                + created.id()
                                + " starts at event "
                                + fork.point().seq()
                                + " of "
                                + history.name()
                                + ", commit "
                                + fork.commit().substring(0, 7)
                                + (fork.work().isDefined()
                                        ? ", with the files that are recorded"
                                        : "")
                                + ".\nDrive it with: "
                                + next
                                + "\n");
    }

    /** The event that was asked for may be between two points that can be forked. */
    private static void noteOtherPoint(OperationContext context, long wanted, ForkPoint fork) {
        if (wanted == fork.point().seq()) return;
        context.notices()
                .accept(
                        "event "
                                + wanted
                                + " cannot be forked; the fork starts at event "
                                + fork.point().seq()
                                + (fork.work().isEmpty()
                                        ? ", the last commit before it"
                                        : ", the last settled effect before it"));
    }

    private static Option<RecordedHead> after(RunRecording recording, long ticket) {
        try {
            return recording.effect(ticket).after();
        } catch (IOException missing) {
            return Option.none();
        }
    }

    /** Workflows that change more than a branch cannot be forked. */
    private static void refuseOthers(RunHistory history, PipelineState state) {
        var named = BuiltinWorkflows.named(state.workflow().name());
        if (state.header().parent().isEmpty()
                && named.forAll(
                        each -> each == BuiltinWorkflows.RALPH || each == BuiltinWorkflows.FEATURE))
            return;
        throw new UserError(
                "a run of the workflow "
                        + state.workflow().name()
                        + (state.header().parent().isEmpty() ? "" : " that another run started")
                        + " cannot be forked",
                history.name(),
                "runs of ralph, of feature and of your own workflows can be forked",
                ExitCode.USAGE);
    }
}
