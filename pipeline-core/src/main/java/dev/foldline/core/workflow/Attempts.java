package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

/**
 * Several attempts at the same work, each a child run from the same commit. One of those that
 * completed is chosen and merged into the run's branch.
 *
 * @param stage id of the stage; the stages that choose and merge are named after it
 * @param count number of attempts
 * @param artifacts the artifacts that each attempt starts with
 */
public record Attempts(String stage, int count, Vector<String> artifacts, Pick pick) {
    /** The artifact with the ids of the attempts. */
    public static final String LIST = "attempts";

    /** The artifact with the id of the best attempt. */
    public static final String CHOICE = "choice";

    /** The artifact with the changes of all completed attempts. */
    public static final String COMPARISON = "comparison";

    /** The agent of Foldline that lists, compares and measures attempts. It calls no model. */
    public static final String AGENT = "(foldline)";

    /** The prompt template of the agent of Foldline. */
    public static final String TEMPLATE = "attempts";

    /**
     * The tag of an attempt: its child has the task of the parent, and calls another agent of each
     * role first.
     */
    public static final String ATTEMPT = "attempt";

    /** The label of an approval that names no attempt. */
    public static final String UNCLEAR = "unclear";

    private static final String CHOSEN = "chosen";
    private static final String PICKING = "-pick";
    private static final String LANDING = "-land";
    private static final int AGAIN_MAX = 20;
    private static final int OVERTAKINGS_MAX = 5;

    /** Who or what chooses. */
    public sealed interface Pick {

        /**
         * The output of a check, whose last number is compared.
         *
         * @param best whether the highest or the lowest number is the best
         */
        record Measure(String check, Best best) implements Pick {}

        /** A role that gets the changes without their authors. */
        record Review(String role, String template) implements Pick {}

        /** The user, in the message of an approval. */
        record Ask() implements Pick {}
    }

    /** The best number of a measurement. */
    public enum Best {
        HIGHEST,
        LOWEST
    }

    /** Returns the stages, the first of which starts the attempts. */
    public Vector<Stage> stages(Workflow attempt) {
        return Vector.of(
                once(
                        stage,
                        phases(
                                phase("list", asked("list", LIST, items())),
                                phase(
                                        "attempts",
                                        Vector.of(
                                                Step.Children.of(
                                                        items(),
                                                        attempt,
                                                        artifacts,
                                                        Budget.UNLIMITED,
                                                        Step.Until.ANY))))),
                once(stage + PICKING, picking()),
                new Stage(
                        stage + LANDING,
                        new LoopCondition.EachItem(winners(), "land"),
                        phases(
                                phase("take", git(GitOperation.REBASE_ITEM)),
                                phase("land", git(GitOperation.LAND_MERGE, "landed", "overtaken"))
                                        .route("landed", PROCEED)
                                        .route(
                                                "overtaken",
                                                new Route.Back(stage + LANDING, OVERTAKINGS_MAX)),
                                phase("tidy", git(GitOperation.RELEASE_ITEM_WORKTREE)))));
    }

    private Vector<Phase> picking() {
        return switch (pick) {
            case Pick.Measure _ -> phases(phase("choose", asked("measure", CHOICE, winners())));
            case Pick.Review(var role, var template) ->
                    phases(
                            phase("compare", compared()),
                            phase(
                                    "choose",
                                    clean(CHOICE),
                                    call(role, template),
                                    collectItems(CHOICE, winners())));
            case Pick.Ask _ ->
                    phases(
                            phase("compare", compared()).gate(new GateSpec(OnReject.REDO)),
                            phase(
                                            "choose",
                                            clean(CHOICE),
                                            call(role("choose"), TEMPLATE),
                                            collectItems(CHOICE, winners(), CHOSEN, UNCLEAR))
                                    .route(CHOSEN, NEXT_PHASE)
                                    .route(UNCLEAR, new Route.Back(stage + PICKING, AGAIN_MAX)));
        };
    }

    private Vector<Step> compared() {
        return clean(COMPARISON)
                .appendAll(call(role("compare"), TEMPLATE))
                .appendAll(collect(COMPARISON));
    }

    private Vector<Step> asked(String what, String artifact, String list) {
        return clean(artifact)
                .appendAll(call(role(what), TEMPLATE))
                .appendAll(collectItems(artifact, list));
    }

    /** Returns the policy of an attempt, which ends instead of waiting for the user. */
    public static Policy ending(Policy policy) {
        var recovery = policy.recovery();
        return policy.withRecovery(
                recovery.withOnExhausted(Policy.RecoveryPolicy.OnExhausted.NEVER_HALT));
    }

    /** Returns the list of the attempts. */
    public String items() {
        return stage + "-attempts";
    }

    private String winners() {
        return stage + "-winner";
    }

    private String role(String what) {
        return stage + "-" + what;
    }

    /** Returns the agents of the roles that the stages add, each with its instructions. */
    public LinkedHashMap<String, Vector<String>> roles() {
        var list = entry("list", "list " + count);
        return switch (pick) {
            case Pick.Measure(var check, var best) ->
                    LinkedHashMap.ofEntries(
                            list,
                            entry("measure", "measure " + items() + " " + best + " " + check));
            case Pick.Review _ ->
                    LinkedHashMap.ofEntries(list, entry("compare", "compare " + items()));
            case Pick.Ask _ ->
                    LinkedHashMap.ofEntries(
                            list,
                            entry("compare", "compare " + items()),
                            entry("choose", "choose " + items()));
        };
    }

    private io.vavr.Tuple2<String, Vector<String>> entry(String what, String instruction) {
        return io.vavr.Tuple.of(role(what), Vector.of(AGENT + ":" + instruction));
    }
}
