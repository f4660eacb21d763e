package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Watched.Seen;
import dev.foldline.core.workflow.builtin.Shipped;
import dev.foldline.core.workflow.builtin.Shipped.Speech;
import dev.foldline.core.workflow.builtin.Tasks;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What whoever watches a workflow of tasks is told. It follows from the events of the workflow's log alone: what is told of a log
 * are the messages of its events, one after the other, so nothing is told that is not stored, and whoever has heard a log up to
 * some event goes on with the next.
 *
 * <p>On the wire a message is an object: {@code type} is {@link #type}, {@code workflowId} is {@link #workflow}, {@code data} holds
 * {@link #data}, all of them texts.
 */
public sealed interface Broadcast {

    /** The id of the workflow it is about. */
    String workflow();

    /** What this kind of message is called. */
    String type();

    /** What it says, by name, in this order. */
    Map<String, String> data();

    /** Where it is told. */
    default String topic() { return topic(workflow()); }

    static String topic(String workflow) { return "workflow:" + workflow; }

    /** The workflow stands otherwise. */
    record StatusUpdate(String workflow, WorkflowStatus status) implements Broadcast {
        @Override public String type() { return "status_update"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("status", status.word()); }
    }

    /** A task stands otherwise. */
    record TaskStatusUpdate(String workflow, String task, TaskStatus status) implements Broadcast {
        @Override public String type() { return "task_status_update"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("taskId", task, "status", status.word()); }
    }

    /**
     * A terminal stands otherwise.
     *
     * @param terminal its id among those of all tasks, as for all messages about terminals
     */
    record TerminalStatusUpdate(String workflow, String terminal, TerminalStatus status) implements Broadcast {
        @Override public String type() { return "terminal_status_update"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("terminalId", terminal, "status", status.word()); }
    }

    /** A terminal has done its part in its task. */
    record TerminalCompleted(String workflow, String task, String terminal) implements Broadcast {
        @Override public String type() { return "terminal_completed"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("taskId", task, "terminalId", terminal); }
    }

    /** Something that a terminal says: why it could not go on. */
    record TerminalMessage(String workflow, String terminal, String message) implements Broadcast {
        @Override public String type() { return "terminal_message"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("terminalId", terminal, "message", message); }
    }

    /** A commit was made for the workflow. */
    record GitEvent(String workflow, String commit, String branch, String message) implements Broadcast {
        @Override public String type() { return "git_event"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("commit", commit, "branch", branch, "message", message); }
    }

    /** A person, or a program, has asked something of the workflow. */
    record Instruction(String workflow, String instruction) implements Broadcast {
        @Override public String type() { return "instruction"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("instruction", instruction); }
    }

    /** Something has failed that only a person can bring on: in the workflow, or in a task, which is named before a colon. */
    record Error(String workflow, String error) implements Broadcast {
        @Override public String type() { return "error"; }

        @Override public Map<String, String> data() { return LinkedHashMap.of("error", error); }
    }

    /** Whoever drives the workflow and its tasks is told to leave them. */
    record Shutdown(String workflow) implements Broadcast {
        @Override public String type() { return "shutdown"; }

        @Override public Map<String, String> data() { return LinkedHashMap.empty(); }
    }

    /**
     * What an event means to whoever watches: what was asked, then what became of terminals, of tasks, and of the workflow. Nothing if
     * the log is not one of a workflow of tasks.
     *
     * @param before none for the event that began the run: it tells how everything stands
     */
    static Vector<Broadcast> between(Option<PipelineState> before, Event event, PipelineState after) {
        return before.map(state -> between(state, event, after)).getOrElse(() -> begun(after));
    }

    /** Whether anything is told of a run at all. */
    static boolean isTold(PipelineState run) { return Shipped.speech(run.workflow()) == Speech.TASKS; }

    /** How everything stands when a workflow begins. Nothing if it is not one of tasks. */
    static Vector<Broadcast> begun(PipelineState state) {
        return isTold(state) ? new News(state.header().run(), Option.none(), Overview.of(state)).messages() : Vector.empty();
    }

    private static Vector<Broadcast> between(PipelineState before, Event event, PipelineState after) {
        if (!isTold(after) || before == after) return Vector.empty();
        var heard = event instanceof InputEvent input ? heard(before, input) : Vector.<Broadcast>empty();
        return heard.appendAll(new News(after.header().run(), Option.of(Overview.of(before)), Overview.of(after)).messages());
    }

    private static Vector<Broadcast> heard(PipelineState before, InputEvent event) {
        var workflow = before.header().run();
        return switch (event) {
            case InputEvent.Paused _         -> before.life() instanceof Life.Running ? Vector.of(new Shutdown(workflow)) : Vector.empty();
            case InputEvent.Aborted _        -> Vector.of(new Shutdown(workflow));
            case InputEvent.Resumed _        -> asked(workflow, "resume");
            case InputEvent.Frozen e         -> asked(workflow, "freeze: " + e.reason());
            case InputEvent.GateApproved e   -> asked(workflow, "approve " + e.gateId());
            case InputEvent.GateRejected e   -> asked(workflow, "reject " + e.gateId() + ": " + e.feedback());
            case InputEvent.RetryGranted _   -> asked(workflow, "retry");
            case InputEvent.BudgetRaised _   -> asked(workflow, "raise the budget");
            case InputEvent.UntilSet e       -> asked(workflow, e.phase().map(phase -> "pause before " + phase).getOrElse("pause nowhere"));
            case InputEvent.Called e         -> asked(workflow, e.arguments().get(Tasks.CALL).getOrElse(""));
            case InputEvent.CommitsSeen e    -> commits(workflow, e.sighting().commits());
            case InputEvent.ChildEnded _, InputEvent.ChildReported _ -> Vector.empty();
        };
    }

    private static Vector<Broadcast> commits(String workflow, Vector<Seen> commits) {
        return commits.filter(each -> CommitMetadata.isOf(workflow, each.message())).map(each -> new GitEvent(workflow, each.commit(), each.branch(), each.message()));
    }

    private static Vector<Broadcast> asked(String workflow, String what) { return Vector.of(new Instruction(workflow, what)); }
}
