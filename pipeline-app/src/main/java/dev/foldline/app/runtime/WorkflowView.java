package dev.foldline.app.runtime;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Standing;
import dev.foldline.app.runtime.definition.Definition;
import dev.foldline.app.runtime.definition.Definition.TaskPlan;
import dev.foldline.app.runtime.definition.Definition.TerminalPlan;
import dev.foldline.app.runtime.definition.DefinitionReader;
import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.projection.runtime.Report;
import dev.foldline.core.projection.runtime.TaskStatus;
import dev.foldline.core.projection.runtime.TerminalStatus;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How a workflow and its tasks stand, as their logs tell it now.
 *
 * @param state of the workflow's own run
 * @param definition what its file said
 * @param tasks in their order
 */
public record WorkflowView(PipelineState state, Definition definition, WorkflowStatus status, Vector<TaskLine> tasks) {
    /** The ways in which a task can be held, the worst first. */
    private static final Vector<ExitCode> HELD = Vector.of(ExitCode.FAILED, ExitCode.CONFLICT, ExitCode.AUTHENTICATION,
            ExitCode.BUDGET_REACHED, ExitCode.WALL_CLOCK, ExitCode.UNAVAILABLE);

    /**
     * One task.
     *
     * @param run the child that works on it, or did last
     * @param terminals in their order
     * @param held how its run stands that cannot go on now: it waits for a person, or at a limit
     */
    public record TaskLine(Item item, TaskStatus status, Merge merge, Option<RunId> run, Vector<TerminalLine> terminals, Option<Standing> held) {

        /** What it waits for, if it does. */
        public Option<String> why() {
            return held.map(standing -> standing.fault().map(fault -> standing.retryAt().map(_ -> standing.phrase() + ": ").orElse("") + fault.message())
                    .orElse(standing.phrase()));
        }
    }

    /** Whether a task's work has come into the target. */
    public enum Merge { WAITING, DONE }

    /**
     * One terminal.
     *
     * @param order its place in the task, counted from 0; the one that mends comes behind all others
     */
    public record TerminalLine(TerminalPlan plan, int order, TerminalStatus status) {}

    /** A child, as far as its log can be read. */
    private record Grown(RunId run, Option<PipelineState> state) {
        Option<Report> report() { return state.map(Report::of); }
    }

    public static WorkflowView of(RunDirectory workflow, Runs runs) throws IOException {
        var state = History.open(workflow).latest().state();
        var definition = definition(state, runs.blobs());
        var grown = state.items().list(Tasks.TASKS).toMap(Item::id, item -> grown(state, item, runs));
        var status = WorkflowStatus.of(state, grown.values().flatMap(each -> each).flatMap(Grown::report).toVector());
        return new WorkflowView(state, definition, status, state.items().list(Tasks.TASKS).map(item -> line(state, status, definition, item, grown.get(item.id()).get())));
    }

    private static TaskLine line(PipelineState workflow, WorkflowStatus status, Definition definition, Item task, Option<Grown> grown) {
        var item = task.on(workflow.items().branch(task));
        var report = Report.of(item, Tasks.turns(workflow, item.id()), status, grown.flatMap(Grown::report));
        var merged = workflow.items().done(Tasks.MERGES).contains(item.id()) ? Merge.DONE : Merge.WAITING;
        return new TaskLine(item, report.task(), merged, grown.map(Grown::run), terminals(definition, definition.task(item.id()), report, grown.flatMap(Grown::state)),
                grown.filter(_ -> status != WorkflowStatus.CANCELLED).flatMap(WorkflowView::held));
    }

    /** In their order; behind them the one that mends, from the first failure on. */
    private static Vector<TerminalLine> terminals(Definition definition, TaskPlan task, Report report, Option<PipelineState> child) {
        var working = task.working().zipWithIndex().map(each -> new TerminalLine(each._1(), each._2(), report.terminals().get(each._1().id()).get()));
        var error = child.flatMap(ErrorTerminal::of);
        return working.appendAll(definition.mender(task).flatMap(plan -> error.map(there -> new TerminalLine(
                new TerminalPlan(plan.id(), plan.role(), there.description(), plan.agents()), ErrorTerminal.ORDER, there.status()))));
    }

    private static Option<Standing> held(Grown child) {
        return child.state().map(state -> Standing.of(state, child.run().text(), false))
                .filter(standing -> HELD.contains(standing.exit()));
    }

    /** What a command ends with that leaves the workflow because tasks cannot go on: what needs a person comes before what passes. */
    public Option<ExitCode> held() {
        var exits = tasks.flatMap(TaskLine::held).map(Standing::exit);
        return HELD.find(exits::contains);
    }

    /** Whether a task was given up by itself: nothing brings the workflow to its end then. */
    public boolean lacksTask() { return status != WorkflowStatus.CANCELLED && tasks.exists(task -> task.status() == TaskStatus.CANCELLED); }

    /** What only a person can bring on. */
    public Option<String> why() {
        return state.slots().recovery() instanceof Recovery.Halted(var failure) ? Option.of(failure.fault().message()) : Option.none();
    }

    /** How far its merges are. */
    public MergeReport merges() { return MergeReport.of(this); }

    /** What the workflow's file said. */
    static Definition definition(PipelineState state, Blobs blobs) throws IOException {
        return DefinitionReader.read(blobs.text(state.ledger().artifacts().get(Tasks.DEFINITION).get()).getBytes(StandardCharsets.UTF_8), "definition");
    }

    /** The child that runs for it counts, also while its parent has not heard that it was begun. */
    private static Option<Grown> grown(PipelineState workflow, Item item, Runs runs) {
        var run = item.status() instanceof Item.Running(var ticket) ? Option.of(RunId.childOf(new RunId(workflow.header().run()), ticket))
                : workflow.items().child(Tasks.TASKS, item.id()).map(Child::run).map(RunId::new);
        return run.map(id -> new Grown(id, read(runs.directory(id))));
    }

    private static Option<PipelineState> read(RunDirectory run) {
        try {
            return Births.hasBegun(run) ? Option.of(History.open(run).latest().state()) : Option.none();
        } catch (IOException | UserError unreadable) {
            return Option.none();
        }
    }
}
