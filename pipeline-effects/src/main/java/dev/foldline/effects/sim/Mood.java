package dev.foldline.effects.sim;

import dev.foldline.core.state.Fault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the world is like where no script says it: how often in a hundred each trouble strikes.
 *
 * @param faults what failing agents fail of
 */
public record Mood(String name, Map<Trouble, Integer> odds, List<Fault.Kind> faults) {

    /** Something the world may do to a run. To meddle is to edit files when only an artifact was asked for. */
    public enum Trouble {
        AGENT_FAILS, AGENT_LIMITED, AGENT_IDLE, AGENT_MEDDLES, OUTPUT_REFUSED, OTHER_LABEL, CHECK_FAILS, CHECK_BREAKS, CHECK_REWRITES,
        COMMIT_REJECTED, HOOK_REWRITES, GIT_FAILS, SAVING_FAILS, CHILD_FAILS, FILES_FAIL
    }

    public Mood {
        odds = Map.copyOf(odds);
        faults = List.copyOf(faults);
    }

    private static final List<Fault.Kind> ANY_FAULT = List.of(Fault.Kind.AUTHENTICATION, Fault.Kind.CREDIT,
            Fault.Kind.MODEL_UNAVAILABLE, Fault.Kind.CONTEXT_FULL, Fault.Kind.MAX_TURNS, Fault.Kind.ALLOWANCE_SPENT, Fault.Kind.SESSION_UNKNOWN,
            Fault.Kind.AGENT_SETUP, Fault.Kind.NO_OUTPUT, Fault.Kind.TIMEOUT, Fault.Kind.AGENT_FAILED,
            Fault.Kind.PROMPT_MISSING, Fault.Kind.LOST, Fault.Kind.UNEXPECTED, Fault.Kind.TRESPASS);

    /** Everything works at the first try. */
    public static final Mood CALM = new Mood("calm", Map.of(), ANY_FAULT);

    /** Everything goes wrong now and then. */
    public static final Mood RANDOM = everything("random", 12);

    /** Everything goes wrong as often as not. */
    public static final Mood ROUGH = everything("rough", 45);

    /** One trouble that always strikes, each in a world of its own. */
    public static final List<Mood> WORST = worst();

    /** Calm, random, rough, and each of the worst. */
    public static final List<Mood> ALL = all();

    public Mood with(Trouble trouble, int percent) {
        var changed = new EnumMap<Trouble, Integer>(Trouble.class);
        changed.putAll(odds);
        changed.put(trouble, percent);
        return new Mood(name, changed, faults);
    }

    public Mood named(String other) { return new Mood(other, odds, faults); }

    public Mood failingOf(Fault.Kind... kinds) { return new Mood(name, odds, List.of(kinds)); }

    public int odds(Trouble trouble) { return odds.getOrDefault(trouble, 0); }

    boolean strikes(Trouble trouble, Luck luck) { return luck.fork(trouble).chance(odds(trouble)); }

    private static Mood everything(String name, int percent) {
        var mood = CALM.named(name);
        for (Trouble trouble : Trouble.values()) mood = mood.with(trouble, percent);
        return mood;
    }

    private static List<Mood> worst() {
        var moods = new ArrayList<Mood>();
        for (Trouble trouble : Trouble.values()) {
            moods.add(CALM.named("always " + trouble).with(trouble, 100));
            moods.add(RANDOM.named("random, always " + trouble).with(trouble, 100));
        }
        for (Fault.Kind kind : ANY_FAULT) moods.add(CALM.named("always " + kind).with(Trouble.AGENT_FAILS, 100).failingOf(kind));
        moods.add(CALM.named("always partial, never passing").with(Trouble.OTHER_LABEL, 100).with(Trouble.CHECK_FAILS, 100));
        moods.add(CALM.named("limited or refused").with(Trouble.AGENT_LIMITED, 50).with(Trouble.OUTPUT_REFUSED, 100));
        moods.add(CALM.named("stale trees").with(Trouble.CHECK_REWRITES, 50).with(Trouble.HOOK_REWRITES, 50));
        return List.copyOf(moods);
    }

    private static List<Mood> all() {
        var moods = new ArrayList<>(List.of(CALM, RANDOM, ROUGH));
        moods.addAll(WORST);
        return List.copyOf(moods);
    }
}
