package dev.foldline.core.projection.runtime;

import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The differences between two overviews of a workflow: instructions, terminals, tasks, merges,
 * failures, then the workflow itself.
 *
 * @param was none if the workflow has just started
 */
record WorkflowChanges(String workflow, Option<WorkflowOverview> was, WorkflowOverview is) {

    Vector<Broadcast> messages() {
        var tasks = is.tasks().toVector();
        return tasks.flatMap(this::ofInstruction)
                .appendAll(tasks.flatMap(this::ofTerminals))
                .appendAll(tasks.flatMap(this::ofTask))
                .appendAll(is.merges().toVector().flatMap(this::ofMerge))
                .appendAll(
                        troubles(is)
                                .removeAll(
                                        was.map(WorkflowChanges::troubles)
                                                .getOrElse(Vector.empty()))
                                .map(each -> new Broadcast.Error(workflow, each)))
                .appendAll(
                        was.exists(before -> before.workflow() == is.workflow())
                                ? Option.none()
                                : Option.of(new Broadcast.StatusUpdate(workflow, is.workflow())));
    }

    private Option<TaskReport> was(String task) {
        return was.flatMap(before -> before.tasks().get(task));
    }

    private Option<Broadcast> ofInstruction(Tuple2<String, TaskReport> task) {
        return task._2()
                .instruction()
                .filter(each -> !was(task._1()).flatMap(TaskReport::instruction).contains(each))
                .map(
                        each ->
                                new Broadcast.Instruction(
                                        workflow, Option.of(task._1()), each.describe()));
    }

    private Vector<Broadcast> ofTask(Tuple2<String, TaskReport> task) {
        return was(task._1()).exists(before -> before.task() == task._2().task())
                ? Vector.empty()
                : Vector.of(new Broadcast.TaskStatusUpdate(workflow, task._1(), task._2().task()));
    }

    private Vector<Broadcast> ofMerge(Tuple2<String, MergeStatus> merge) {
        return was.flatMap(before -> before.merges().get(merge._1())).contains(merge._2())
                ? Vector.empty()
                : Vector.of(
                        new Broadcast.MergeProgress(
                                workflow,
                                merge._1(),
                                merge._2(),
                                is.merges().count(each -> each._2() == MergeStatus.MERGED),
                                is.tasks().size()));
    }

    private Vector<Broadcast> ofTerminals(Tuple2<String, TaskReport> task) {
        return task._2()
                .terminals()
                .toVector()
                .filter(
                        each ->
                                !was(task._1())
                                        .flatMap(before -> before.terminals().get(each._1()))
                                        .contains(each._2()))
                .flatMap(each -> ofTerminal(task._1(), each._1(), each._2(), task._2().why()));
    }

    private Vector<Broadcast> ofTerminal(
            String task, String terminal, TerminalStatus status, Option<String> why) {
        var id = Tasks.terminalId(task, terminal);
        var update = Vector.<Broadcast>of(new Broadcast.TerminalStatusUpdate(workflow, id, status));
        return switch (status) {
            case COMPLETED, REVIEW_PASSED ->
                    update.append(new Broadcast.TerminalCompleted(workflow, task, id));
            case FAILED ->
                    update.appendAll(
                            why.map(said -> new Broadcast.TerminalMessage(workflow, id, said)));
            case WAITING ->
                    terminal.equals(ErrorTerminal.ROLE)
                            ? update.appendAll(
                                    why.map(
                                            said ->
                                                    new Broadcast.TerminalMessage(
                                                            workflow,
                                                            id,
                                                            ErrorTerminal.message(task, said))))
                            : update;
            case NOT_STARTED, WORKING, REVIEW_REJECTED, CANCELLED -> update;
        };
    }

    private static Vector<String> troubles(WorkflowOverview of) {
        return of.why()
                .toVector()
                .appendAll(
                        of.tasks()
                                .toVector()
                                .flatMap(
                                        task ->
                                                task._2()
                                                        .why()
                                                        .map(why -> task._1() + ": " + why)));
    }
}
