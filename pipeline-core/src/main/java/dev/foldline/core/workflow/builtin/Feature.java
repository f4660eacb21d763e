package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.INSPECT;
import static dev.foldline.core.workflow.GitOperation.LAND_MERGE;
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

import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code feature}: analyze, requirements, research, plan, implement, merge. The user
 * approves results before the run continues. A rejection repeats the phase with the feedback, any
 * number of times.
 */
public final class Feature {
    private Feature() {}

    public static final String NAME = "feature";

    /** The roles it calls; each needs a chain of agents. */
    public static final Vector<String> ROLES =
            Vector.of("analyst", "planner", "developer", "committer");

    /** The phases that the user can approve, in order. */
    public static final Vector<String> GATED =
            Vector.of("requirements", "plan", "implement", "merge");

    /** The design phases in order, each with its artifact. */
    public static final LinkedHashMap<String, String> DESIGN =
            LinkedHashMap.of(
                    "analyze",
                    "spec",
                    "requirements",
                    "requirements",
                    "research",
                    "research",
                    "plan",
                    "feature_plan");

    private static final PhaseRetryPolicy CARE = PhaseRetryPolicy.DEFAULT.strictly(3);

    private static final int MERGES_MAX = 5;

    private static final long BACKOFF_FIRST_MILLIS = 2_000;

    /** Whether the feature stays on its own branch or is merged into the base branch. */
    public enum Delivery {
        BRANCH,
        MERGE
    }

    /**
     * The user's options.
     *
     * @param completed phases that were completed before the run started; they are skipped
     */
    public record Options(Gates gates, Delivery delivery, Vector<String> completed) {
        public static final Options DEFAULT =
                new Options(Gates.ABSENT, Delivery.MERGE, Vector.empty());
    }

    /** Which phases wait for approval. */
    public sealed interface Gates {

        /** None. */
        record Absent() implements Gates {
            @Override
            public boolean holds(String phase) {
                return false;
            }
        }

        /**
         * All except the allowed ones. If requirements, plan and merge are all allowed, there are
         * no gates at all, not even for implement.
         */
        record AllBut(Vector<String> allowed) implements Gates {
            @Override
            public boolean holds(String phase) {
                return !allowed.containsAll(Vector.of("requirements", "plan", "merge"))
                        && GATED.contains(phase)
                        && !allowed.contains(phase);
            }
        }

        /** Only these. */
        record Only(Vector<String> phases) implements Gates {
            @Override
            public boolean holds(String phase) {
                return phases.contains(phase);
            }
        }

        Gates ABSENT = new Absent();

        /** Returns whether this phase waits for the user's approval. */
        boolean holds(String phase);
    }

    public static Workflow workflow(Options options, Policy policy) {
        var check =
                policy.checks().containsKey(BuiltinWorkflows.CHECKS)
                        ? Option.of(BuiltinWorkflows.CHECKS)
                        : Option.<String>none();
        var stages =
                Vector.of(
                                once(
                                        "prepare",
                                        phases(phase("start", git(OPEN_BRANCH)))
                                                .appendAll(BuiltinWorkflows.setup(policy))),
                                once("design", design()),
                                once("build", phases(implement(check), commit(check))))
                        .appendAll(
                                options.delivery() == Delivery.MERGE
                                        ? Vector.of(
                                                once("deliver", phases(merge(check), land(check))))
                                        : Vector.empty());
        return new Workflow(
                NAME,
                1,
                stages.map(
                                stage ->
                                        once(
                                                stage.id(),
                                                stage.phases()
                                                        .filter(
                                                                phase ->
                                                                        !options.completed()
                                                                                .contains(
                                                                                        phase.id()))
                                                        .map(
                                                                phase ->
                                                                        options.gates()
                                                                                        .holds(
                                                                                                phase
                                                                                                        .id())
                                                                                ? phase.gate(
                                                                                        new GateSpec(
                                                                                                OnReject
                                                                                                        .REDO))
                                                                                : phase)))
                        .filter(stage -> stage.phases().nonEmpty()),
                halting(policy));
    }

    /** Returns the design phases that were completed before the run started. */
    public static Vector<String> leftOut(Workflow workflow) {
        return workflow.name().equals(NAME)
                ? DESIGN.keySet().toVector().removeAll(workflow.phases().map(Phase::id))
                : Vector.empty();
    }

    private static Vector<Phase> design() {
        return phases(
                phase("analyze", ask("analyst", "spec")).retryPolicy(CARE),
                phase("requirements", ask("planner", "requirements")).retryPolicy(CARE),
                phase("research", ask("analyst", "research")).retryPolicy(CARE),
                phase("plan", ask("planner", "feature_plan")).retryPolicy(CARE));
    }

    /**
     * The gate shows the tree that the next phase commits. A run cannot be resumed after it with
     * another tree.
     */
    private static Phase implement(Option<String> check) {
        return phase(
                        "implement",
                        clean("development_result", "commit_message"),
                        call("developer", "implementation"),
                        collect("development_result", "completed", "partial", "failed"),
                        collect("commit_message"),
                        check.map(name -> check(name)).getOrElse(nothing()),
                        git(INSPECT))
                .route("completed", PROCEED)
                .route("partial", MORE)
                .route("failed", MORE)
                .retryPolicy(CARE);
    }

    private static Phase commit(Option<String> check) {
        return phase("commit", git(INSPECT, "changed", "clean"), gitRelyingOn(check, COMMIT))
                .route("changed", PROCEED)
                .route("clean", NEXT_PHASE);
    }

    /**
     * The merge commit is prepared without moving the target. Its tree is in the working tree, so
     * the check and the gate apply to it.
     */
    private static Phase merge(Option<String> check) {
        return phase(
                        "merge",
                        ask("committer", "merge_message"),
                        git(INSPECT),
                        gitRelyingOn(check, COMMIT),
                        git(PREPARE_MERGE),
                        check.map(name -> check(name)).getOrElse(nothing()))
                .retryPolicy(CARE);
    }

    /** If the target has moved since, the merge is prepared, checked and approved again. */
    private static Phase land(Option<String> check) {
        return phase("land", gitRelyingOn(check, LAND_MERGE, "landed", "overtaken"))
                .route("landed", PROCEED)
                .route("overtaken", new Route.Back("deliver", MERGES_MAX));
    }

    /** A failed phase waits for the user and restarts where it failed. */
    private static Policy halting(Policy policy) {
        return policy.withRecovery(policy.recovery().withoutAttempts())
                .withLimits(
                        policy.limits()
                                .withBackoffFirstMillis(BACKOFF_FIRST_MILLIS)
                                .withBackoffMaxMillis(
                                        Math.max(
                                                BACKOFF_FIRST_MILLIS,
                                                policy.limits().backoffMaxMillis())));
    }
}
