package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.LAND_MERGE;
import static dev.foldline.core.workflow.GitOperation.LOOK;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.PREPARE_MERGE;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.Care;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Recovering;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code feature}: analyze, requirements, research, plan, implement, merge, where a person approves what was
 * made before the run goes on. A rejection redoes the phase with what was said, as often as it takes.
 */
public final class Feature {
    private Feature() {}

    public static final String NAME = "feature";

    /** The roles it calls; each needs a chain of agents. */
    public static final Vector<String> ROLES = Vector.of("analyst", "planner", "developer", "committer");

    /** The phases that are a person's to approve, in their order. */
    public static final Vector<String> GATED = Vector.of("requirements", "plan", "implement", "merge");

    /** The phases of the design, in their order, each with what it hands in. */
    public static final LinkedHashMap<String, String> DESIGN = LinkedHashMap.of(
            "analyze", "spec", "requirements", "requirements", "research", "research", "plan", "feature_plan");

    private static final Care CARE = Care.DEFAULT.strictly(3);

    private static final int MERGES_MAX = 5;

    private static final long BACKOFF_FIRST_MILLIS = 2_000;

    /** Whether the feature ends on its own branch or in the base branch. */
    public enum Delivery { BRANCH, MERGE }

    /**
     * What a user chooses.
     *
     * @param completed phases that were done before the run began; they are left out
     */
    public record Options(Gates gates, Delivery delivery, Vector<String> completed) {
        public static final Options DEFAULT = new Options(Gates.ABSENT, Delivery.MERGE, Vector.empty());
    }

    /** Which phases wait for a person. */
    public sealed interface Gates {

        /** None. */
        record Absent() implements Gates {}

        /**
         * All but the allowed ones. If requirements, plan and merge all are allowed, none is left: then implement waits
         * no more either.
         */
        record AllBut(Vector<String> allowed) implements Gates {}

        /** These and no others. */
        record Only(Vector<String> phases) implements Gates {}

        Gates ABSENT = new Absent();

        /** Whether this phase waits for a person's approval. */
        default boolean holds(String phase) {
            return switch (this) {
                case Absent _              -> false;
                case AllBut(var allowed)   -> !allowed.containsAll(Vector.of("requirements", "plan", "merge"))
                        && GATED.contains(phase) && !allowed.contains(phase);
                case Only(var phases)      -> phases.contains(phase);
            };
        }
    }

    public static Workflow workflow(Options options, Policy policy) {
        var check = policy.checks().containsKey(Shipped.CHECKS) ? Option.of(Shipped.CHECKS) : Option.<String>none();
        var stages = Vector.of(
                once("prepare", phases(phase("start", git(OPEN_BRANCH))).appendAll(Shipped.setup(policy))),
                once("design", design()),
                once("build", phases(implement(check), commit(check))))
                .appendAll(options.delivery() == Delivery.MERGE ? Vector.of(once("deliver", phases(merge(check), land(check)))) : Vector.empty());
        return new Workflow(NAME, 1, stages.map(stage -> once(stage.id(), stage.phases()
                        .filter(phase -> !options.completed().contains(phase.id()))
                        .map(phase -> options.gates().holds(phase.id()) ? phase.gate(new GateSpec(OnReject.REDO)) : phase)))
                .filter(stage -> stage.phases().nonEmpty()), halting(policy));
    }

    /** The phases of the design that were done before the run began. */
    public static Vector<String> leftOut(Workflow workflow) {
        return workflow.name().equals(NAME) ? DESIGN.keySet().toVector().removeAll(workflow.phases().map(Phase::id)) : Vector.empty();
    }

    private static Vector<Phase> design() {
        return phases(
                phase("analyze", ask("analyst", "spec")).care(CARE),
                phase("requirements", ask("planner", "requirements")).care(CARE),
                phase("research", ask("analyst", "research")).care(CARE),
                phase("plan", ask("planner", "feature_plan")).care(CARE));
    }

    /** What a person sees at its gate is the tree that the next phase commits: a run is not taken up behind it with another. */
    private static Phase implement(Option<String> check) {
        return phase("implement", clean("development_result", "commit_message"), call("developer", "implementation"),
                        collect("development_result", "completed", "partial", "failed"), collect("commit_message"),
                        check.map(name -> check(name)).getOrElse(nothing()), git(LOOK))
                .route("completed", PROCEED).route("partial", MORE).route("failed", MORE).care(CARE);
    }

    private static Phase commit(Option<String> check) {
        return phase("commit", git(LOOK, "changed", "clean"), gitRelyingOn(check, COMMIT))
                .route("changed", PROCEED).route("clean", NEXT_PHASE);
    }

    /** The merge commit is made aside; its tree is in the working tree, so the check runs on it, and its gate shows it. */
    private static Phase merge(Option<String> check) {
        return phase("merge", ask("committer", "merge_message"), git(LOOK), gitRelyingOn(check, COMMIT), git(PREPARE_MERGE),
                check.map(name -> check(name)).getOrElse(nothing())).care(CARE);
    }

    /** A target that has moved since is merged with anew, checked and approved again. */
    private static Phase land(Option<String> check) {
        return phase("land", gitRelyingOn(check, LAND_MERGE, "landed", "overtaken"))
                .route("landed", PROCEED).route("overtaken", new Route.Back("deliver", MERGES_MAX));
    }

    /** What fails waits for a person, and begins again where it failed. */
    private static Policy halting(Policy policy) {
        var usual = policy.recovering();
        return policy.withRecovering(new Recovering(Option.none(), usual.restartFrom(), usual.turnBackFrom(), usual.startOverFrom(), 0,
                        Option.none(), Recovering.OnSpent.HALT))
                .withLimits(policy.limits().withBackoffFirstMillis(BACKOFF_FIRST_MILLIS)
                        .withBackoffMaxMillis(Math.max(BACKOFF_FIRST_MILLIS, policy.limits().backoffMaxMillis())));
    }
}
