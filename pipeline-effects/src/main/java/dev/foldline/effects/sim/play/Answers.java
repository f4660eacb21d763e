package dev.foldline.effects.sim.play;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Fault;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * How often each kind of work has been answered, as far as the log knows. Chance is drawn by these counts, so a run that
 * crashed meets the same world as one that did not. What was lost or cancelled was never answered.
 */
public final class Answers {
    /** What a deed says whose process died with the driver. */
    public static final Fault LOST = Fault.of(Fault.Kind.LOST, "its process died with the driver");

    private final Map<String, Integer> counts = new HashMap<>();
    private final Deque<Deed> started = new ArrayDeque<>(1);
    private int deeds;
    private long heard;
    private int collected;
    private int asked;

    public static String key(Deed deed) {
        return deed instanceof InvokeAgent call ? deed.place().spot() + ":" + call.role() : deed.fingerprint();
    }

    /** How often a role has answered, wherever it was called. */
    public int ofRole(String role) { return of("role:" + role); }

    /** How often a check has answered, wherever it was run. */
    public int ofCheck(String name) { return of("check:" + name); }

    public int of(String key) { return counts.getOrDefault(key, 0); }

    /** Where the run stands in the eyes of the world: what has been answered, and what has been heard from outside. */
    public String progress() { return deeds + "/" + heard + "/" + collected; }

    public int deeds() { return deeds; }

    /** How many inputs came from people and other programs, what children tell not among them. */
    public int asked() { return asked; }

    /** Where the run stands, and this deed as often as it has been answered. */
    public static String occasion(Deed deed, int nth) { return key(deed) + "#" + nth; }

    /** Where the run stands, and this effect on files as often as one has failed here. */
    public String occasion(FileEffect effect) {
        return progress() + " " + effect.getClass().getSimpleName() + "@" + effect.place().spot() + "#" + of(failuresHere());
    }

    public void note(Event event) {
        switch (event) {
            case RunEvent.EffectStarted(_, var deed) -> { started.clear(); started.push(deed); }
            case RunEvent.NotDone _, RunEvent.EffectCancelled _ -> started.clear();
            case RunEvent.EffectFailed(_, var fault) -> answered(fault);
            case AgentEvent.AgentFailed e -> answered(e.fault());
            case AgentEvent.SessionStarted _, RunEvent.DriverStarted _ -> { }
            case FileEvent.ArtifactAccepted e -> collected(e.artifact());
            case FileEvent.ArtifactRefused e -> collected(e.artifact());
            case InputEvent e -> heard(e);
            default -> answered();
        }
    }

    private void heard(InputEvent input) {
        // How often a child tells how it stands changes nothing of what happens.
        if (!(input instanceof InputEvent.ChildReported)) heard++;
        if (!input.isOfChild()) asked++;
    }

    private String failuresHere() { return "failed:" + progress(); }

    private void answered(Fault fault) {
        if (started.isEmpty()) counts.merge(failuresHere(), 1, Integer::sum);
        else if (fault.equals(LOST)) started.clear();
        else answered();
    }

    private void answered() {
        while (!started.isEmpty()) {
            var deed = started.pop();
            deeds++;
            counts.merge(key(deed), 1, Integer::sum);
            if (deed instanceof InvokeAgent call) counts.merge("role:" + call.role(), 1, Integer::sum);
            if (deed instanceof RunCheck check) counts.merge("check:" + check.check(), 1, Integer::sum);
        }
    }

    private void collected(String artifact) {
        collected++;
        counts.merge("collect:" + artifact, 1, Integer::sum);
    }
}
