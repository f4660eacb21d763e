package dev.foldline.testkit.script;

import dev.foldline.core.state.Fault;
import dev.foldline.testkit.script.GatePlay.Answer;

/** Scripts for a simulation's agents, checks and users, meant to be imported statically. */
public final class Plays {
    private Plays() {}

    /** Returns an agent that writes a file and submits all requested artifacts. */
    public static AgentPlay edits(String path, String content) {
        return AgentPlay.NOTHING.edits(path, content);
    }

    /** Returns an agent that changes nothing and submits an artifact with this decision. */
    public static AgentPlay says(String label) {
        return AgentPlay.NOTHING.says(label);
    }

    /** Returns an agent whose artifact names these work items. */
    public static AgentPlay plans(String... items) {
        return AgentPlay.NOTHING.plans(items);
    }

    /** Returns an agent that fails. */
    public static AgentPlay fails(Fault.Kind kind) {
        return AgentPlay.NOTHING.fails(kind);
    }

    /** Returns a check that passes. */
    public static CheckPlay passes() {
        return new CheckPlay(_ -> true, "");
    }

    /** Returns a check that fails with this message. */
    public static CheckPlay fails(String summary) {
        return new CheckPlay(_ -> false, summary);
    }

    /** Returns a check that passes if a file has this content. */
    public static CheckPlay finds(String path, String content) {
        return new CheckPlay(
                files -> content.equals(files.get(path)), path + " is not as it should be");
    }

    /** Returns a user who approves the gate. */
    public static GatePlay approves() {
        return new GatePlay(Answer.APPROVE, "");
    }

    /** Returns a user who rejects the gate. */
    public static GatePlay rejects(String feedback) {
        return new GatePlay(Answer.REJECT, feedback);
    }

    /** Returns a user who does not answer, so that the run stays suspended at the gate. */
    public static GatePlay staysAway() {
        return new GatePlay(Answer.NONE, "");
    }
}
