package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows.Speech;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A notification for clients that watch a workflow of tasks. Notifications are derived from the
 * events of the workflow's log alone, in order. So nothing is sent that is not stored, and a client
 * that has received the messages up to some event can continue with the next.
 *
 * <p>A message is sent as an object: {@code type} is {@link #type}, {@code workflowId} is {@link
 * #workflow}, and {@code data} holds {@link #data}, all of them strings.
 */
public sealed interface Broadcast {

    /** Returns the id of the workflow. */
    String workflow();

    /** Returns the type of the message. */
    String type();

    /** Returns the data of the message by name, in this order. */
    Map<String, Object> data();

    /** Returns the topic of the message. */
    default String topic() {
        return topic(workflow());
    }

    static String topic(String workflow) {
        return "workflow:" + workflow;
    }

    /** The status of the workflow changed. */
    record StatusUpdate(String workflow, WorkflowStatus status) implements Broadcast {
        @Override
        public String type() {
            return "status_update";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("status", status.word());
        }
    }

    /** The status of a task changed. */
    record TaskStatusUpdate(String workflow, String task, TaskStatus status) implements Broadcast {
        @Override
        public String type() {
            return "task_status_update";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("taskId", task, "status", status.word());
        }
    }

    /**
     * The status of a terminal changed.
     *
     * @param terminal its id among the terminals of all tasks, as in all messages about terminals
     */
    record TerminalStatusUpdate(String workflow, String terminal, TerminalStatus status)
            implements Broadcast {
        @Override
        public String type() {
            return "terminal_status_update";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("terminalId", terminal, "status", status.word());
        }
    }

    /** A terminal completed its part of a task. */
    record TerminalCompleted(String workflow, String task, String terminal) implements Broadcast {
        @Override
        public String type() {
            return "terminal_completed";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("taskId", task, "terminalId", terminal);
        }
    }

    /** A message from a terminal: why it could not continue. */
    record TerminalMessage(String workflow, String terminal, String message) implements Broadcast {
        @Override
        public String type() {
            return "terminal_message";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("terminalId", terminal, "message", message);
        }
    }

    /**
     * The merge of a task's work into the target has progressed.
     *
     * @param merged number of tasks whose work has landed
     * @param total number of tasks
     */
    record MergeProgress(String workflow, String task, MergeStatus status, int merged, int total)
            implements Broadcast {
        @Override
        public String type() {
            return "merge_progress";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of(
                    "taskId", task, "status", status.word(), "merged", merged, "total", total);
        }
    }

    /** A commit was made for the workflow. */
    record GitEvent(String workflow, String commit, String branch, String message)
            implements Broadcast {
        @Override
        public String type() {
            return "git_event";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("commit", commit, "branch", branch, "message", message);
        }
    }

    /**
     * A user or a program sent an instruction to the workflow, or an orchestrating model to a task.
     *
     * @param task the task that a model instructs
     */
    record Instruction(String workflow, Option<String> task, String instruction)
            implements Broadcast {
        /** An instruction to the workflow. */
        public Instruction(String workflow, String instruction) {
            this(workflow, Option.none(), instruction);
        }

        @Override
        public String type() {
            return "instruction";
        }

        @Override
        public Map<String, Object> data() {
            var data = LinkedHashMap.<String, Object>of("instruction", instruction);
            return task.map(id -> data.put("taskId", id)).getOrElse(data);
        }
    }

    /**
     * A failure that only the user can resolve, in the workflow or in a task. The task is named
     * before a colon.
     */
    record Error(String workflow, String error) implements Broadcast {
        @Override
        public String type() {
            return "error";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.of("error", error);
        }
    }

    /** The drivers of the workflow and its tasks are shutting down. */
    record Shutdown(String workflow) implements Broadcast {
        @Override
        public String type() {
            return "shutdown";
        }

        @Override
        public Map<String, Object> data() {
            return LinkedHashMap.empty();
        }
    }

    /**
     * Returns the notifications for an event: first the instruction, then the changes of terminals,
     * of tasks, and of the workflow. The result is empty if the log does not belong to a workflow
     * of tasks.
     *
     * @param before none for the event that started the run: it reports every status
     */
    static Vector<Broadcast> between(
            Option<PipelineState> before, Event event, PipelineState after) {
        return before.map(state -> between(state, event, after))
                .getOrElse(() -> workflowStarted(after));
    }

    /** Returns whether this run has notifications at all. */
    static boolean isReported(PipelineState run) {
        return BuiltinWorkflows.speech(run.workflow()) == Speech.TASKS;
    }

    /**
     * Returns every status at the start of a workflow. The result is empty if it is not a workflow
     * of tasks.
     */
    static Vector<Broadcast> workflowStarted(PipelineState state) {
        return isReported(state)
                ? new WorkflowChanges(
                                state.header().run(), Option.none(), WorkflowOverview.of(state))
                        .messages()
                : Vector.empty();
    }

    private static Vector<Broadcast> between(
            PipelineState before, Event event, PipelineState after) {
        if (!isReported(after) || before == after) return Vector.empty();
        var received =
                event instanceof InputEvent input
                        ? ofInput(before, input)
                        : Vector.<Broadcast>empty();
        return received.appendAll(
                new WorkflowChanges(
                                after.header().run(),
                                Option.of(WorkflowOverview.of(before)),
                                WorkflowOverview.of(after))
                        .messages());
    }

    private static Vector<Broadcast> ofInput(PipelineState before, InputEvent event) {
        var workflow = before.header().run();
        return switch (event) {
            case InputEvent.Paused _ ->
                    before.lifecycle() instanceof Lifecycle.Running
                            ? Vector.of(new Shutdown(workflow))
                            : Vector.empty();
            case InputEvent.Aborted _ -> Vector.of(new Shutdown(workflow));
            case InputEvent.Resumed _ -> instruction(workflow, "resume");
            case InputEvent.WaitSkipped _ -> instruction(workflow, "try now");
            case InputEvent.Frozen e -> instruction(workflow, "freeze: " + e.reason());
            case InputEvent.GateApproved e -> instruction(workflow, "approve " + e.gateId());
            case InputEvent.GateRejected e ->
                    instruction(workflow, "reject " + e.gateId() + ": " + e.feedback());
            case InputEvent.ArtifactReplaced e ->
                    instruction(
                            workflow,
                            "replace " + e.replacement().artifact() + " at " + e.gateId());
            case InputEvent.RetryGranted _ -> instruction(workflow, "retry");
            case InputEvent.BudgetRaised _ -> instruction(workflow, "raise the budget");
            case InputEvent.UntilSet e ->
                    instruction(
                            workflow,
                            e.phase()
                                    .map(phase -> "pause before " + phase)
                                    .getOrElse("pause nowhere"));
            case InputEvent.Called e ->
                    instruction(workflow, e.arguments().get(Tasks.CALL).getOrElse(""));
            case InputEvent.CommitsSeen e -> commits(workflow, e.sighting().commits());
            case InputEvent.WorkDeclaredDone e -> instruction(workflow, "done: " + e.terminal());
            case InputEvent.ItemsAdded e ->
                    instruction(
                            workflow,
                            "add tasks: "
                                    + e.added().list(Tasks.TASKS).map(Item::id).mkString(", "));
            case InputEvent.ChildEnded _,
                    InputEvent.ChildReported _,
                    InputEvent.PullRequestSeen _ ->
                    Vector.empty();
        };
    }

    private static Vector<Broadcast> commits(String workflow, Vector<Seen> commits) {
        return commits.filter(each -> CommitMetadata.isOf(workflow, each.message()))
                .map(each -> new GitEvent(workflow, each.commit(), each.branch(), each.message()));
    }

    private static Vector<Broadcast> instruction(String workflow, String what) {
        return Vector.of(new Instruction(workflow, what));
    }
}
