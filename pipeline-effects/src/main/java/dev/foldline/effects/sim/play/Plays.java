package dev.foldline.effects.sim.play;

import dev.foldline.core.state.Fault;
import dev.foldline.effects.sim.play.GatePlay.Answer;

/** The words in which a simulation's agents, checks and people are scripted. Meant to be imported statically. */
public final class Plays {
    private Plays() {}

    /** An agent that writes a file and hands in whatever is asked of it. */
    public static AgentPlay edits(String path, String content) { return AgentPlay.NOTHING.edits(path, content); }

    /** An agent that changes nothing and hands in an artifact that decides this. */
    public static AgentPlay says(String label) { return AgentPlay.NOTHING.says(label); }

    /** An agent whose artifact names these work items. */
    public static AgentPlay plans(String... items) { return AgentPlay.NOTHING.plans(items); }

    /** An agent that fails. */
    public static AgentPlay fails(Fault.Kind kind) { return AgentPlay.NOTHING.fails(kind); }

    /** A check that passes. */
    public static CheckPlay passes() { return new CheckPlay(_ -> true, ""); }

    /** A check that fails and says why. */
    public static CheckPlay fails(String summary) { return new CheckPlay(_ -> false, summary); }

    /** A check that passes when a file has this content. */
    public static CheckPlay finds(String path, String content) {
        return new CheckPlay(files -> content.equals(files.get(path)), path + " is not as it should be");
    }

    /** A person who approves what a gate shows. */
    public static GatePlay approves() { return new GatePlay(Answer.APPROVE, ""); }

    /** A person who rejects what a gate shows. */
    public static GatePlay rejects(String feedback) { return new GatePlay(Answer.REJECT, feedback); }

    /** A person who does not come, so that the run stays parked at the gate. */
    public static GatePlay staysAway() { return new GatePlay(Answer.NONE, ""); }
}
