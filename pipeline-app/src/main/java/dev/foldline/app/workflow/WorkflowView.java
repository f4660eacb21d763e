package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.workflow.definition.DefinitionReader;
import dev.foldline.app.workflow.definition.WorkflowDefinition;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TerminalPlan;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * How a workflow and its tasks stand, as their logs tell it now.
 *
 * @param state of the workflow's own run
 * @param definition what its file said; none if that text is lost
 * @param tasks in their order
 */
public record WorkflowView(
        PipelineState state,
        Option<WorkflowDefinition> definition,
        WorkflowStatus status,
        Vector<TaskLine> tasks) {
    /** The ways in which a task can be held, the worst first. */
    private static final Vector<ExitCode> HELD =
            Vector.of(
                    ExitCode.FAILED,
                    ExitCode.CONFLICT,
                    ExitCode.AUTHENTICATION,
                    ExitCode.BUDGET_REACHED,
                    ExitCode.WALL_CLOCK,
                    ExitCode.UNAVAILABLE);

    /**
     * One task.
     *
     * @param run the child that works on it, or did last
     * @param terminals in their order
     * @param stands the run's status according to its log
     * @param lost the message about a lost log, if there is one
     * @param isDriven whether its run has a driver
     */
    public record TaskLine(
            Item item,
            TaskStatus status,
            Merge merge,
            Option<RunId> run,
            Vector<TerminalLine> terminals,
            Option<RunSummary> stands,
            Option<String> lost,
            boolean isDriven) {

        /**
         * Returns the status of a run that cannot continue now: it waits for the user, or for a
         * limit.
         */
        public Option<RunSummary> held() {
            return stands.filter(standing -> HELD.contains(standing.exit()));
        }

        /** How its run stands that is held at a gate. */
        public Option<RunSummary> gate() {
            return stands.filter(RunSummary::isAtGate);
        }

        private boolean isWaiting() {
            return held().isDefined() || gate().isDefined();
        }

        /** Why a task that has started is not worked on. */
        public Option<String> rest() {
            if (held().isDefined()) return Option.none();
            if (status == TaskStatus.PENDING)
                return stands.filter(RunSummary::isPaused).map(_ -> "paused");
            if (status != TaskStatus.RUNNING) return Option.none();
            return stands.flatMap(
                    standing ->
                            standing.isAtGate()
                                    ? Option.of(standing.sentence())
                                    : standing.isPaused()
                                            ? Option.of("paused")
                                            : isDriven ? Option.none() : Option.of("not active"));
        }

        /** What it waits for, if it does. */
        public Option<String> why() {
            return held().map(
                            standing ->
                                    standing.fault()
                                            .filter(_ -> standing.retryAt().isEmpty())
                                            .map(Fault::message)
                                            .orElse(standing.sentence()))
                    .orElse(lost);
        }
    }

    /** Whether a task's work has come into the target. */
    public enum Merge {
        WAITING,
        DONE
    }

    /**
     * One terminal.
     *
     * @param order its index in the task, from 0; the error terminal is last
     */
    public record TerminalLine(TerminalPlan plan, int order, TerminalStatus status) {}

    /**
     * A child run, as far as its log can be read.
     *
     * @param lost the message about a lost log of a started run
     * @param received the last report that its parent received
     */
    private record Grown(
            RunId run,
            Option<PipelineState> state,
            Option<String> lost,
            Option<TaskReport> received,
            boolean isDriven) {
        Option<TaskReport> report() {
            return lost.isEmpty()
                    ? state.map(TaskProjection::report)
                    : Option.of(
                            new TaskReport(
                                    TaskStatus.FAILED,
                                    received.map(TaskReport::terminals)
                                            .getOrElse(LinkedHashMap.empty()),
                                    lost,
                                    received.map(TaskReport::tokens).getOrElse(0L)));
        }
    }

    public static WorkflowView of(RunDirectory workflow, Runs runs) throws IOException {
        var state = RunHistory.open(workflow).latest().state();
        var definition = definitionOf(state, runs.blobs());
        var grown = grown(state, runs);
        var status = status(state, grown);
        return new WorkflowView(
                state,
                definition,
                status,
                state.items()
                        .list(Tasks.TASKS)
                        .map(
                                item ->
                                        line(
                                                state,
                                                status,
                                                definition,
                                                item,
                                                grown.get(item.id()).get())));
    }

    /** How it stands, as the logs alone tell it. */
    public static WorkflowStatus status(RunDirectory workflow, Runs runs) throws IOException {
        var state = RunHistory.open(workflow).latest().state();
        return status(state, grown(state, runs));
    }

    private static WorkflowStatus status(PipelineState state, Map<String, Option<Grown>> grown) {
        return WorkflowStatus.of(
                state, grown.values().flatMap(each -> each).flatMap(Grown::report).toVector());
    }

    private static Map<String, Option<Grown>> grown(PipelineState state, Runs runs) {
        return state.items().list(Tasks.TASKS).toMap(Item::id, item -> grown(state, item, runs));
    }

    /**
     * Returns whether a driver could continue the workflow without the user: its own run, or the
     * run of a task.
     */
    static boolean goesOn(RunDirectory workflow, Runs runs) throws IOException {
        var state = RunHistory.open(workflow).latest().state();
        if (!(state.lifecycle() instanceof Lifecycle.Running) || !WorkflowStatus.wasStarted(state))
            return false;
        return !waits(
                        state,
                        awaited ->
                                awaited instanceof WaitCondition.ChildrenEnds
                                        || needsPerson(awaited))
                || state.items()
                        .list(Tasks.TASKS)
                        .exists(
                                item ->
                                        item.status() instanceof Item.Running
                                                && isAtWork(grown(state, item, runs)));
    }

    /**
     * Ignores a child that has not started or cannot be read; the driver of its parent handles it.
     * A paused child continues with the workflow.
     */
    private static boolean isAtWork(Option<Grown> child) {
        return child.flatMap(Grown::lost).isEmpty()
                && child.flatMap(Grown::state)
                        .forAll(state -> !waits(state, WorkflowView::needsPerson));
    }

    private static boolean waits(PipelineState state, Predicate<WaitCondition> which) {
        return Pipeline.determineNextEffect(state) instanceof Control.Wait(var awaited, var until)
                && until.isEmpty()
                && awaited.exists(which);
    }

    /** Ignores gates and pauses: a driver is still needed to receive the answer. */
    private static boolean needsPerson(WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Intervention _, WaitCondition.BudgetRaise _ -> true;
            case WaitCondition.Resolution _,
                    WaitCondition.Resumption _,
                    WaitCondition.Timer _,
                    WaitCondition.Call _,
                    WaitCondition.PullRequestNews _,
                    WaitCondition.ChildrenEnds _ ->
                    false;
        };
    }

    private static TaskLine line(
            PipelineState workflow,
            WorkflowStatus status,
            Option<WorkflowDefinition> definition,
            Item task,
            Option<Grown> grown) {
        var item = task.on(workflow.items().branch(task));
        var report =
                TaskProjection.report(
                        item,
                        Tasks.turns(workflow, item.id()),
                        status,
                        grown.flatMap(Grown::report));
        var merged =
                workflow.items().done(Tasks.MERGES).contains(item.id())
                        ? Merge.DONE
                        : Merge.WAITING;
        return new TaskLine(
                item,
                report.task(),
                merged,
                grown.map(Grown::run),
                terminals(
                        workingTerminals(workflow, definition, item),
                        fixer(definition, item),
                        report,
                        grown.flatMap(Grown::state)),
                grown.filter(_ -> status != WorkflowStatus.CANCELLED).flatMap(WorkflowView::stands),
                grown.filter(_ -> status != WorkflowStatus.CANCELLED).flatMap(Grown::lost),
                grown.exists(Grown::isDriven));
    }

    /** Returns the terminals in order, then the error terminal after the first failure. */
    private static Vector<TerminalLine> terminals(
            Vector<TerminalPlan> plans,
            Option<TerminalPlan> fixer,
            TaskReport report,
            Option<PipelineState> child) {
        var working =
                plans.zipWithIndex()
                        .map(
                                each ->
                                        new TerminalLine(
                                                each._1(),
                                                each._2(),
                                                report.terminals().get(each._1().id()).get()));
        var error = child.flatMap(ErrorTerminal::of);
        return working.appendAll(
                fixer.flatMap(
                        plan ->
                                error.map(
                                        there ->
                                                new TerminalLine(
                                                        new TerminalPlan(
                                                                plan.id(),
                                                                plan.role(),
                                                                there.description(),
                                                                plan.agents()),
                                                        ErrorTerminal.ORDER,
                                                        there.status()))));
    }

    /** Without its file, all but what was written about them is in the log. */
    private static Vector<TerminalPlan> workingTerminals(
            PipelineState workflow, Option<WorkflowDefinition> definition, Item task) {
        return definition
                .map(file -> file.task(task.id()).working())
                .getOrElse(
                        () ->
                                Tasks.terminals(workflow, task.id())
                                        .flatMap(
                                                id ->
                                                        workflow.items()
                                                                .list(Tasks.TERMINALS)
                                                                .find(
                                                                        item ->
                                                                                item.id()
                                                                                        .equals(
                                                                                                Tasks
                                                                                                        .terminalId(
                                                                                                                task
                                                                                                                        .id(),
                                                                                                                id)))
                                                                .map(
                                                                        item ->
                                                                                new TerminalPlan(
                                                                                        id,
                                                                                        item
                                                                                                .title(),
                                                                                        "",
                                                                                        item
                                                                                                .tags()))));
    }

    private static Option<TerminalPlan> fixer(Option<WorkflowDefinition> definition, Item task) {
        return definition.flatMap(file -> file.fixer(file.task(task.id())));
    }

    private static Option<RunSummary> stands(Grown child) {
        return child.state().map(state -> RunSummary.of(state, child.run().text(), false));
    }

    /** How it stands at a gate of its own, if it does. */
    public Option<RunSummary> gate() {
        return open().map(gate -> RunSummary.at(gate, state.header().run()));
    }

    /** The gate of its own at which it is held. */
    public Option<Gate> open() {
        return !(state.lifecycle() instanceof Lifecycle.Ended)
                        && state.slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(gate)
                : Option.none();
    }

    /**
     * What a command ends with that leaves the workflow because tasks cannot go on: what needs a
     * person comes before what passes.
     */
    public Option<ExitCode> held() {
        var exits = tasks.flatMap(TaskLine::held).map(RunSummary::exit);
        return HELD.find(exits::contains);
    }

    /** Whether no task is worked on, and one waits for the user or for a limit. */
    public boolean isWaiting() {
        return tasks.exists(TaskLine::isWaiting)
                && !tasks.exists(
                        task ->
                                task.status() == TaskStatus.RUNNING
                                        && task.isDriven()
                                        && !task.isWaiting());
    }

    /** Whether a task was given up by itself: nothing brings the workflow to its end then. */
    public boolean lacksTask() {
        return status != WorkflowStatus.CANCELLED
                && tasks.exists(task -> task.status() == TaskStatus.CANCELLED);
    }

    /** Returns the tasks whose run has lost its log; they cannot continue. */
    public Vector<Item> lost() {
        return tasks.filter(task -> task.lost().isDefined()).map(TaskLine::item);
    }

    /** What only a person can bring on. */
    public Option<String> why() {
        return state.slots().recovery() instanceof Recovery.Halted(var failure)
                ? Option.of(failure.fault().message())
                : Option.none();
    }

    /** Whether it was given up or rejected, and has not come to its end. */
    public boolean isEnding() {
        return state.slots().recovery() instanceof Recovery.Ending
                && !(state.lifecycle() instanceof Lifecycle.Ended);
    }

    /** How far its merges are. */
    public MergeReport merges() {
        return MergeReport.of(this);
    }

    private static Option<WorkflowDefinition> definitionOf(PipelineState state, Blobs blobs) {
        try {
            return Option.of(definition(state, blobs));
        } catch (IOException | UserError lost) {
            return Option.none();
        }
    }

    /** What the workflow's file said. */
    static WorkflowDefinition definition(PipelineState state, Blobs blobs) throws IOException {
        return DefinitionReader.readStored(
                blobs.text(state.ledger().artifacts().get(Tasks.DEFINITION).get())
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the child run, also while its parent has not recorded its start. */
    private static Option<Grown> grown(PipelineState workflow, Item item, Runs runs) {
        var run =
                item.status() instanceof Item.Running(var ticket)
                        ? Option.of(RunId.childOf(new RunId(workflow.header().run()), ticket))
                        : workflow.items()
                                .child(Tasks.TASKS, item.id())
                                .map(Child::run)
                                .map(RunId::new);
        return run.map(
                id ->
                        new Grown(
                                id,
                                read(runs.directory(id)),
                                item.status() instanceof Item.Running
                                        ? lost(workflow, runs.directory(id))
                                        : Option.none(),
                                workflow.items()
                                        .child(Tasks.TASKS, item.id())
                                        .flatMap(Child::report),
                                isDriven(runs.directory(id))));
    }

    private static Option<String> lost(PipelineState workflow, RunDirectory child) {
        try {
            return ChildRunFactory.lost(workflow, child).map(UserError::message);
        } catch (IOException unreadable) {
            return Option.none();
        }
    }

    /** A task that is shared is driven by its host. */
    private static boolean isDriven(RunDirectory run) {
        try {
            return RunLock.holder(run.lock()).isPresent() || ShareRecord.of(run).isDefined();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Option<PipelineState> read(RunDirectory run) {
        try {
            return run.hasStarted()
                    ? Option.of(RunHistory.open(run).latest().state())
                    : Option.none();
        } catch (IOException | UserError unreadable) {
            return Option.none();
        }
    }
}
