package dev.foldline.testkit.script;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
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
import java.util.List;
import java.util.Map;

/**
 * Counts the answers of each kind of work, as far as they are logged. Random numbers depend on
 * these counts, so a crashed run has the same environment as an undisturbed one. Lost or cancelled
 * work was never answered.
 */
public final class AnsweredCalls {
    /** The outcome of an effect whose process died with the driver. */
    public static final Fault LOST = Fault.of(Fault.Kind.LOST, "its process died with the driver");

    private static final String FAILED = "failed:";

    private final Map<String, Integer> counts = new HashMap<>();
    private final Deque<ExternalEffect> started = new ArrayDeque<>(1);
    private int effects;
    private long inputs;
    private int collected;
    private int asked;

    public static String key(ExternalEffect effect) {
        return effect instanceof InvokeAgent call
                ? effect.key().spot() + ":" + call.role()
                : effect.fingerprint();
    }

    /** Returns how many times a role has answered. */
    public int ofRole(String role) {
        return of("role:" + role);
    }

    /** Returns how many times a check has answered. */
    public int ofCheck(String name) {
        return of("check:" + name);
    }

    public int of(String key) {
        return counts.getOrDefault(key, 0);
    }

    /** Returns the number of answers by key, without failures of files. */
    public Map<String, Integer> counts() {
        var answers = new HashMap<>(counts);
        answers.keySet().removeIf(key -> key.startsWith(FAILED));
        return answers;
    }

    /** Returns the progress of the run: the number of answers and of external inputs. */
    public String progress() {
        return effects + "/" + inputs + "/" + collected;
    }

    public int effects() {
        return effects;
    }

    /** Returns the number of inputs from users and other programs, without child runs. */
    public int asked() {
        return asked;
    }

    /** Returns a key of this effect and its number of answers. */
    public static String occasion(ExternalEffect effect, int nth) {
        return key(effect) + "#" + nth;
    }

    /** Returns a key of the progress, this file effect, and its number of failures here. */
    public String occasion(FileEffect effect) {
        return progress()
                + " "
                + effect.getClass().getSimpleName()
                + "@"
                + effect.key().spot()
                + "#"
                + of(failuresHere());
    }

    /** Replaces all counts with those of these events. */
    public void renote(List<Event> events) {
        counts.clear();
        started.clear();
        effects = 0;
        inputs = 0;
        collected = 0;
        asked = 0;
        events.forEach(this::note);
    }

    public void note(Event event) {
        switch (event) {
            case RunEvent.EffectStarted(_, var effect) -> {
                started.clear();
                started.push(effect);
            }
            case RunEvent.NotDone _, RunEvent.EffectCancelled _ -> started.clear();
            case RunEvent.EffectFailed(_, var fault, _) -> answered(fault);
            case AgentEvent.AgentFailed e -> answered(e.fault());
            case AgentEvent.SessionStarted _, RunEvent.DriverStarted _, RunEvent.CallGuarded _ -> {}
            case FileEvent.ArtifactAccepted e -> collected(e.artifact());
            case FileEvent.ArtifactRefused e -> collected(e.artifact());
            case InputEvent e -> accept(e);
            default -> answered();
        }
    }

    private void accept(InputEvent input) {
        // The number of a child's reports does not influence what happens.
        if (!(input instanceof InputEvent.ChildReported)) inputs++;
        if (!input.isOfChild()) asked++;
    }

    private String failuresHere() {
        return FAILED + progress();
    }

    private void answered(Fault fault) {
        if (started.isEmpty()) counts.merge(failuresHere(), 1, Integer::sum);
        else if (fault.equals(LOST)) started.clear();
        else answered();
    }

    private void answered() {
        while (!started.isEmpty()) {
            var effect = started.pop();
            effects++;
            counts.merge(key(effect), 1, Integer::sum);
            if (effect instanceof InvokeAgent call)
                counts.merge("role:" + call.role(), 1, Integer::sum);
            if (effect instanceof RunCheck check)
                counts.merge("check:" + check.check(), 1, Integer::sum);
        }
    }

    private void collected(String artifact) {
        collected++;
        counts.merge("collect:" + artifact, 1, Integer::sum);
    }
}
