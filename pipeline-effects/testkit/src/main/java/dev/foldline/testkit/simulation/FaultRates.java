package dev.foldline.testkit.simulation;

import dev.foldline.core.state.Fault;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The behavior of the simulated environment where no script defines it: the rate of each trouble in
 * percent.
 *
 * @param faults the faults of failing agents
 * @param likeness whether a failure equals the earlier ones
 */
public record FaultRates(
        String name, Map<Trouble, Integer> odds, List<Fault.Kind> faults, Likeness likeness) {

    /** Whether failures of one kind have the same fingerprint. */
    public enum Likeness {
        /** None of them has a fingerprint, so each counts as another one. */
        DIFFERENT,
        /** All failures of one kind are the same. */
        IDENTICAL
    }

    /** A kind of trouble. AGENT_MEDDLES edits files when only an artifact was requested. */
    public enum Trouble {
        AGENT_FAILS,
        AGENT_LIMITED,
        AGENT_IDLE,
        AGENT_MEDDLES,
        AGENT_ASKS,
        OUTPUT_REFUSED,
        OTHER_LABEL,
        CHECK_FAILS,
        CHECK_BREAKS,
        CHECK_REWRITES,
        COMMIT_REJECTED,
        HOOK_REWRITES,
        GIT_FAILS,
        SAVING_FAILS,
        CHILD_FAILS,
        FILES_FAIL
    }

    public FaultRates {
        odds = Map.copyOf(odds);
        faults = List.copyOf(faults);
    }

    private static final List<Fault.Kind> ANY_FAULT =
            List.of(
                    Fault.Kind.AUTHENTICATION,
                    Fault.Kind.CREDIT,
                    Fault.Kind.MODEL_UNAVAILABLE,
                    Fault.Kind.CONTEXT_FULL,
                    Fault.Kind.MAX_TURNS,
                    Fault.Kind.OUTPUT_LIMIT,
                    Fault.Kind.ALLOWANCE_SPENT,
                    Fault.Kind.SESSION_UNKNOWN,
                    Fault.Kind.AGENT_SETUP,
                    Fault.Kind.NO_OUTPUT,
                    Fault.Kind.TIMEOUT,
                    Fault.Kind.AGENT_FAILED,
                    Fault.Kind.PROMPT_MISSING,
                    Fault.Kind.LOST,
                    Fault.Kind.UNEXPECTED,
                    Fault.Kind.TRESPASS);

    /** Everything works at the first attempt. */
    public static final FaultRates CALM =
            new FaultRates("calm", Map.of(), ANY_FAULT, Likeness.DIFFERENT);

    /** Everything fails now and then. */
    public static final FaultRates RANDOM = everything("random", 12);

    /** Everything fails about half of the time. */
    public static final FaultRates ROUGH = everything("rough", 45);

    /** One trouble that always occurs, each in rates of its own. */
    public static final List<FaultRates> WORST = worst();

    /** Calm, random, rough, and each of the worst. */
    public static final List<FaultRates> ALL = all();

    public FaultRates with(Trouble trouble, int percent) {
        var changed = new EnumMap<Trouble, Integer>(Trouble.class);
        changed.putAll(odds);
        changed.put(trouble, percent);
        return new FaultRates(name, changed, faults, likeness);
    }

    public FaultRates named(String other) {
        return new FaultRates(other, odds, faults, likeness);
    }

    public FaultRates failingOf(Fault.Kind... kinds) {
        return new FaultRates(name, odds, List.of(kinds), likeness);
    }

    /** Returns the same rates, in which all failures of one kind are the same. */
    public FaultRates failingAlike() {
        return new FaultRates(name + ", alike", odds, faults, Likeness.IDENTICAL);
    }

    public int odds(Trouble trouble) {
        return odds.getOrDefault(trouble, 0);
    }

    boolean strikes(Trouble trouble, SeededRandom luck) {
        return luck.fork(trouble).chance(odds(trouble));
    }

    private static FaultRates everything(String name, int percent) {
        var mood = CALM.named(name);
        for (Trouble trouble : Trouble.values()) mood = mood.with(trouble, percent);
        return mood;
    }

    private static List<FaultRates> worst() {
        var moods = new ArrayList<FaultRates>();
        for (Trouble trouble : Trouble.values()) {
            moods.add(CALM.named("always " + trouble).with(trouble, 100));
            moods.add(RANDOM.named("random, always " + trouble).with(trouble, 100));
        }
        for (Fault.Kind kind : ANY_FAULT)
            moods.add(CALM.named("always " + kind).with(Trouble.AGENT_FAILS, 100).failingOf(kind));
        moods.add(
                CALM.named("always partial, never passing")
                        .with(Trouble.OTHER_LABEL, 100)
                        .with(Trouble.CHECK_FAILS, 100));
        moods.add(
                CALM.named("limited or refused")
                        .with(Trouble.AGENT_LIMITED, 50)
                        .with(Trouble.OUTPUT_REFUSED, 100));
        moods.add(
                CALM.named("stale trees")
                        .with(Trouble.CHECK_REWRITES, 50)
                        .with(Trouble.HOOK_REWRITES, 50));
        return List.copyOf(moods);
    }

    private static List<FaultRates> all() {
        var moods = new ArrayList<>(List.of(CALM, RANDOM, ROUGH));
        moods.addAll(WORST);
        return List.copyOf(moods);
    }
}
