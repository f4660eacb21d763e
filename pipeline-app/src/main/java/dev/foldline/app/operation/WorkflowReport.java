package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.workflow.MergeReport;
import dev.foldline.app.workflow.Milestones;
import dev.foldline.app.workflow.WorkflowOperations;
import dev.foldline.app.workflow.WorkflowQueue;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.app.workflow.WorkflowView.Merge;
import dev.foldline.app.workflow.WorkflowView.TaskLine;
import dev.foldline.app.workflow.WorkflowView.TerminalLine;
import dev.foldline.app.workflow.definition.WorkflowDefinition;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is answered about a workflow.
 *
 * @param exit what the command ends with
 * @param driver the living process that drives it
 * @param conflicting the working tree of the task whose work could not be merged
 * @param queued its position in the queue, from 1; none if it is not queued
 */
public record WorkflowReport(
        WorkflowView view,
        RunId id,
        ExitCode exit,
        Milestones milestones,
        Optional<RunLock.Holder> driver,
        Option<Path> conflicting,
        Option<Integer> queued) {
    /** Describes a workflow that is only read: with the exit code of what it waits for. */
    public static WorkflowReport ofStatus(WorkflowView view, RunDirectory workflow, Runs runs)
            throws IOException {
        var driven = RunLock.holder(workflow.lock()).isPresent();
        var stands = RunSummary.of(view.state(), workflow.id().text(), driven).exit();
        return of(
                view,
                workflow,
                runs,
                stands == ExitCode.DONE && driven && view.isWaiting()
                        ? ExitCode.SUSPENDED
                        : stands);
    }

    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.workflow-status/1";

    /**
     * @param left what the workflow's own run ended with; where that waits for its tasks, what
     *     holds the worst of them says more
     */
    public static WorkflowReport of(
            WorkflowView view, RunDirectory workflow, Runs runs, ExitCode left) throws IOException {
        var exit =
                left == ExitCode.SUSPENDED
                        ? view.held()
                                .getOrElse(
                                        view.status() == WorkflowStatus.FAILED
                                                ? ExitCode.FAILED
                                                : left)
                        : left;
        return new WorkflowReport(
                view,
                workflow.id(),
                exit,
                Milestones.of(workflow, view.status()),
                RunLock.holder(workflow.lock()),
                conflicting(view, workflow),
                queued(view, workflow, runs));
    }

    private static Option<Integer> queued(WorkflowView view, RunDirectory workflow, Runs runs)
            throws IOException {
        return view.status() == WorkflowStatus.QUEUED
                ? Option.of(new WorkflowQueue(runs).inOrder().indexOf(workflow.id()) + 1)
                : Option.none();
    }

    private static Option<Path> conflicting(WorkflowView view, RunDirectory workflow) {
        if (!(view.state().slots().recovery() instanceof Recovery.Halted(var failure))
                || failure.fault().kind() != Fault.Kind.CONFLICT) return Option.none();
        return view.merges()
                .failed()
                .flatMap(item -> view.tasks().find(task -> task.item().id().equals(item)))
                .flatMap(TaskLine::run)
                .flatMap(
                        run ->
                                Option.ofOptional(
                                        RunLocation.remembered(
                                                new RunDirectory(
                                                        run,
                                                        workflow.path()
                                                                .resolveSibling(run.text())))));
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                exit == ExitCode.DONE,
                "exit",
                exit.value(),
                "workflow",
                workflow(),
                "tasks",
                tasks(),
                "merges",
                document(view.merges()),
                "driver",
                driver.map(
                        holder -> JsonOutput.fields("pid", holder.pid(), "since", holder.since())),
                "next",
                next());
    }

    /** What stands about the workflow itself. */
    public Map<String, Object> workflow() {
        var state = view.state();
        return JsonOutput.fields(
                "id",
                id.text(),
                "name",
                view.definition().map(WorkflowDefinition::name),
                "status",
                view.status().word(),
                "queue_position",
                queued,
                "target",
                state.policy().branching().base(),
                "branch",
                state.ledger().repository().branch(),
                "error",
                because(),
                "gate",
                view.open().map(WorkflowReport::document),
                "started_at",
                milestones.started(),
                "completed_at",
                milestones.completed());
    }

    /** What stands about its tasks, in their order. */
    public Vector<Map<String, Object>> tasks() {
        return view.tasks().map(WorkflowReport::document);
    }

    private static Map<String, Object> document(Gate gate) {
        return JsonOutput.fields(
                "id", gate.id(), "reason", gate.reason(), "revision", gate.revision());
    }

    /** Why it does not go on, or is about to end. */
    private Option<String> because() {
        return view.why()
                .orElse(
                        () ->
                                view.isEnding() && driver.isEmpty()
                                        ? Option.of(
                                                RunSummary.of(view.state(), id.text(), false)
                                                        .sentence())
                                        : Option.none());
    }

    private static Map<String, Object> document(MergeReport merges) {
        return JsonOutput.fields(
                "merged",
                merges.merged(),
                "failed",
                merges.failed(),
                "waiting",
                merges.waiting(),
                "info",
                merges.isPartialFailure() ? Option.of("merge_partial_failed") : Option.none());
    }

    private static Map<String, Object> document(TaskLine task) {
        return JsonOutput.fields(
                "id",
                task.item().id(),
                "name",
                task.item().title(),
                "status",
                task.status().word(),
                "branch",
                task.item().branch(),
                "run",
                task.run().map(RunId::text),
                "merged",
                task.merge() == Merge.DONE,
                "error",
                task.why(),
                "retry_at",
                task.held().flatMap(standing -> Option.ofOptional(standing.retryAt())),
                "driven",
                task.isDriven(),
                "rest",
                task.rest(),
                "next",
                task.gate().map(RunSummary::next).getOrElse(List.of()),
                "terminals",
                task.terminals().map(WorkflowReport::document));
    }

    private static Map<String, Object> document(TerminalLine terminal) {
        var plan = terminal.plan();
        return JsonOutput.fields(
                "id",
                plan.id(),
                "role",
                plan.role(),
                "description",
                plan.description(),
                "order_index",
                terminal.order(),
                "agents",
                plan.agents(),
                "status",
                terminal.status().word());
    }

    /** Commands to paste. */
    private Vector<String> next() {
        if (view.status() == WorkflowStatus.COMPLETED && view.merges().merged().nonEmpty())
            return landed().toVector().append(WorkflowOperations.next(id, view.status()));
        // What passes by itself needs nothing but another start of the workflow.
        var look =
                view.tasks()
                        .flatMap(TaskLine::held)
                        .filter(standing -> standing.retryAt().isEmpty())
                        .map(standing -> standing.next().getFirst());
        if (driver.isEmpty() && conflicting.isDefined())
            return Vector.of(
                    "git -C "
                            + ShellWord.of(conflicting.get().toString())
                            + " merge "
                            + ShellWord.of(view.state().policy().branching().base().getOrElse("")),
                    "foldline workflow resolve " + id);
        // Nothing else brings on what stands at a gate.
        var answers =
                view.gate()
                        .toVector()
                        .appendAll(view.tasks().flatMap(TaskLine::gate))
                        .flatMap(RunSummary::next);
        if (answers.nonEmpty())
            return driver.isPresent()
                    ? answers.append("foldline watch " + id)
                    : answers.appendAll(look);
        return driver.isPresent()
                ? Vector.of("foldline watch " + id, "foldline pause " + id)
                : look.appendAll(
                        view.lost().nonEmpty()
                                ? Vector.of(
                                        "foldline doctor",
                                        "foldline workflow resume --reopen " + id)
                                : view.lacksTask()
                                        ? Vector.of(
                                                "foldline workflow cancel " + id,
                                                "foldline workflow resume --reopen " + id)
                                        : Vector.of(WorkflowOperations.next(id, view.status())));
    }

    /** What has come into the target since it began. */
    private Option<String> landed() {
        var policy = view.state().policy().branching();
        return view.state()
                .ledger()
                .repository()
                .base()
                .flatMap(
                        from ->
                                policy.base()
                                        .map(
                                                into ->
                                                        "git log --oneline "
                                                                + ShellWord.of(
                                                                        ValueFormatter.hash(from)
                                                                                + ".."
                                                                                + into)));
    }

    String text(TextStyle paint) {
        var text =
                new StringBuilder(paint.strong(id.text()))
                        .append(" is ")
                        .append(painted(paint))
                        .append('\n');
        view.open()
                .forEach(
                        gate ->
                                text.append("  gate      ")
                                        .append(Printable.line(gate.id() + ": " + gate.reason()))
                                        .append('\n'));
        queued.forEach(
                position -> text.append("  queue     position ").append(position).append('\n'));
        because()
                .forEach(
                        why ->
                                text.append("  because   ")
                                        .append(Printable.line(why))
                                        .append('\n'));
        view.merges()
                .words()
                .forEach(
                        words ->
                                text.append("  merges    ")
                                        .append(Printable.line(words))
                                        .append('\n'));
        text.append("  target    ")
                .append(Printable.line(view.state().policy().branching().base().getOrElse("")))
                .append('\n');
        view.tasks().forEach(task -> task(text, task));
        next().forEach(command -> text.append("  next      ").append(command).append('\n'));
        return text.toString();
    }

    private static void task(StringBuilder text, TaskLine task) {
        text.append("  task      ")
                .append(Printable.line(task.item().id()))
                .append(' ')
                .append(task.status().word())
                .append(task.rest().map(rest -> ", " + Printable.line(rest)).getOrElse(""))
                .append(task.merge() == Merge.DONE ? ", merged" : "")
                .append(
                        task.item()
                                .branch()
                                .map(branch -> "  (" + Printable.line(branch) + ")")
                                .getOrElse(""))
                .append(task.run().map(run -> "  run " + run).getOrElse(""))
                .append('\n');
        for (TerminalLine each : task.terminals())
            text.append("    ")
                    .append(Printable.line(each.plan().id()))
                    .append(' ')
                    .append(each.status().word())
                    .append(
                            each.status() == TerminalStatus.WORKING
                                    ? task.rest()
                                            .map(rest -> " (" + Printable.line(rest) + ")")
                                            .getOrElse("")
                                    : "")
                    .append('\n');
        task.why()
                .forEach(
                        why ->
                                text.append("    because ")
                                        .append(Printable.line(why))
                                        .append('\n'));
    }

    private String painted(TextStyle paint) {
        var word = view.status().word();
        return switch (view.status()) {
            case FAILED, CANCELLED -> paint.bad(word);
            case COMPLETED -> paint.good(word);
            case CREATED, READY, QUEUED, RUNNING, PAUSED, MERGING -> paint.careful(word);
        };
    }
}
