package dev.foldline.core.workflow.builtin;

import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The workflows that come with Foldline. */
public enum Shipped {
    RALPH(Ralph.NAME), FEATURE(Feature.NAME), TDD(Tdd.NAME), TASKS(Tasks.NAME);

    /** The name of the check that a user configures, the same in all of them. */
    public static final String CHECKS = "checks";

    /** The name of the check that makes a new working tree ready: it runs there before anything else does. */
    public static final String SETUP = "setup";

    private final String label;

    Shipped(String label) { this.label = label; }

    public String label() { return label; }

    public static Option<Shipped> named(String label) { return Vector.of(values()).find(each -> each.label.equals(label)); }

    public static Vector<String> labels() { return Vector.of(values()).map(Shipped::label); }

    /** What a run speaks of when it says how it stands, or why something cannot be done now. */
    public enum Speech {
        /** Of what holds it. */
        HOLDS,
        /** Of itself as something that is approved step by step. */
        APPROVALS,
        /** Of itself, its tasks and their terminals; whoever watches is told what becomes of them. */
        TASKS
    }

    private Speech speech() {
        return switch (this) {
            case RALPH, TDD -> Speech.HOLDS;
            case FEATURE    -> Speech.APPROVALS;
            case TASKS      -> Speech.TASKS;
        };
    }

    /** The same of any workflow: one that is not shipped has no words of its own. */
    public static Speech speech(Workflow workflow) { return named(workflow.name()).map(Shipped::speech).getOrElse(Speech.HOLDS); }

    /** As it is when nothing is chosen but the policy. */
    public Workflow under(Policy policy) {
        return switch (this) {
            case RALPH   -> Ralph.workflow(Ralph.Options.DEFAULT, policy);
            case FEATURE -> Feature.workflow(Feature.Options.DEFAULT, policy);
            case TDD     -> Tdd.workflow(Tdd.Options.DEFAULT, policy);
            case TASKS   -> Tasks.workflow(policy);
        };
    }

    /** The roles it calls; each needs a chain of agents. */
    public Vector<String> roles() {
        return switch (this) {
            case RALPH   -> Ralph.ROLES;
            case FEATURE -> Feature.ROLES;
            case TDD, TASKS -> Vector.empty();
        };
    }

    /** What makes a new working tree ready, as a phase: begun again by itself when it failed or was ended. */
    static Vector<Phase> setup(Policy policy) {
        return policy.checks().containsKey(SETUP) ? Vector.of(Phase.phase(SETUP, Script.check(SETUP))) : Vector.empty();
    }

    /** The phases that can be gated by configuration, in their order. */
    public Vector<String> gateable() {
        return switch (this) {
            case RALPH   -> under(Policy.DEFAULT).phases().filter(phase -> !phase.id().equals("start") && isOnTheWay(phase)).map(Phase::id).distinct();
            case FEATURE -> Feature.GATED;
            case TDD, TASKS -> Vector.empty();
        };
    }

    /** A phase that no route leads around. */
    private static boolean isOnTheWay(Phase phase) { return phase.routes().values().forAll(route -> !(route instanceof Route.To)); }
}
