package dev.foldline.arbitrary;

import static dev.foldline.core.workflow.Phase.phase;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * States in the middle of a run, made directly: at any step of a workflow that has each kind of
 * step, with any counts, items and labels. Walks reach most of them seldom, because a count must
 * first come close to its limit.
 */
public final class ConstructedStates {
    private ConstructedStates() {}

    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** The list of the stage that has a turn for each item, and of the children. */
    public static final String LIST = "list";

    /** The phase without steps. */
    static final Position NO_STEPS = new Position(5, 0, 0, 0);

    private static final String TREE = "tree";
    private static final int CLOSE = 8;

    /** Steps with many outcomes: of the longest phase, a gate, a review, a terminal, children. */
    private static final Vector<Position> SELDOM =
            Vector.of(4, 6, 7, 8, 9)
                    .map(step -> new Position(2, 0, 0, step))
                    .append(new Position(0, 0, 0, 3))
                    .append(new Position(5, 0, 1, 3))
                    .append(new Position(6, 0, 0, 2))
                    .append(new Position(7, 0, 0, 0))
                    .append(new Position(CLOSE, 0, 1, 3));

    /** Returns a state at any step, in which nothing but ordinary work is due. */
    public static PipelineState ordinary(SeededRandom luck) {
        return at(luck, anywhere(ConstructedWorkflow.of(luck), luck.fork("place")));
    }

    /** Returns a state at the step of a phase, in which nothing but ordinary work is due. */
    public static PipelineState at(SeededRandom luck, String stage, String phase, int step) {
        var workflow = ConstructedWorkflow.of(luck);
        int s = workflow.indexOf(stage);
        return at(
                luck,
                new Position(
                        s, turn(workflow, s, luck), workflow.stages().get(s).indexOf(phase), step));
    }

    private static Position anywhere(Workflow workflow, SeededRandom luck) {
        var stages = workflow.stages();
        var steps =
                Vector.range(0, stages.size())
                        .flatMap(
                                s ->
                                        Vector.range(0, stages.get(s).phases().size())
                                                .flatMap(p -> steps(stages.get(s), s, p)));
        var place = luck.pick(luck.chance(50) ? SELDOM.asJava() : steps.asJava());
        return new Position(
                place.stage(), turn(workflow, place.stage(), luck), place.phase(), place.step());
    }

    /** Returns the steps of a phase, and the place of its gate if it has one. */
    private static Vector<Position> steps(Stage stage, int s, int p) {
        var phase = stage.phases().get(p);
        return Vector.range(0, phase.steps().size() + (phase.gate().isDefined() ? 1 : 0))
                .map(step -> new Position(s, 0, p, step));
    }

    private static int turn(Workflow workflow, int stage, SeededRandom luck) {
        return workflow.stages().get(stage).turns() instanceof LoopCondition.Times(var count)
                ? luck.fork("turn").below(count)
                : luck.fork("turn").below(3);
    }

    private static PipelineState at(SeededRandom luck, Position at) {
        var workflow = ConstructedWorkflow.of(luck);
        var fresh =
                Pipeline.start(
                        new RunEvent.RunStarted(
                                "run", workflow, "task", Pipeline.RULES_VERSION, NOW));
        var begun = fresh.withCursor(new Cursor.Working(at));
        return retried(
                watched(counted(known(begun, luck.fork("known")), luck.fork("counts")), luck),
                luck.fork("retry"));
    }

    private static PipelineState known(PipelineState state, SeededRandom luck) {
        var ledger = state.ledger();
        return state.withItems(items(luck.fork("items")))
                .withAgents(agents(luck.fork("agents")))
                .withLedger(
                        ledger.withFeedback(
                                        state.phaseKey(),
                                        new Feedback(1, "feedback", Option.none()))
                                .withFeedback(
                                        state.phaseKey(),
                                        new Feedback(
                                                1,
                                                "a failure",
                                                Option.none(),
                                                state.policy().checks().keySet().headOption()))
                                .withRepository(ledger.repository().moved("head", TREE))
                                .withExecutions(
                                        ledger.executions()
                                                .put(state.phaseKey(), luck.between(1, 3)))
                                .withFindings(findings(state.at(), luck.fork("findings"))));
    }

    private static Items items(SeededRandom luck) {
        var all =
                Vector.range(0, 4)
                        .map(
                                i ->
                                        new Item(
                                                "item-" + i,
                                                "title",
                                                Vector.empty(),
                                                status(luck.fork(i), i)));
        return new Items(LinkedHashMap.of(LIST, all), Vector.empty(), Option.none());
    }

    /** The preferred agent of a role may have failed, in one of the cycles of its chain. */
    private static Agents agents(SeededRandom luck) {
        return Vector.of("worker", "judge", "planner", "mender")
                .foldLeft(
                        Agents.FRESH,
                        (all, role) ->
                                all.with(
                                        role,
                                        new Agents.Chain(
                                                !role.equals("planner")
                                                                && luck.fork(role).chance(30)
                                                        ? Vector.of(first(role))
                                                        : Vector.empty(),
                                                luck.fork(role, "cycle").between(0, 2),
                                                session(luck.fork(role, "session")),
                                                Option.none())));
    }

    /** The last conversation of a role may be that of any agent. */
    private static Option<Agents.Session> session(SeededRandom luck) {
        return luck.chance(40)
                ? Option.of(new Agents.Session(luck.pick("ada", "bob", "cyd"), "conversation"))
                : Option.none();
    }

    private static String first(String role) {
        return switch (role) {
            case "worker" -> "ada";
            case "mender" -> "cyd";
            default -> "bob";
        };
    }

    private static Item.Status status(SeededRandom luck, int i) {
        return luck.pick(
                Item.TODO, Item.DONE, new Item.Failed("it failed"), new Item.Running(100 + i));
    }

    /** Returns a proven tree, and labels of steps before this place. */
    private static Findings findings(Position at, SeededRandom luck) {
        var proven =
                luck.chance(70)
                        ? Findings.NONE.passed("tests", TREE)
                        : Findings.NONE.passed("tests", "another tree");
        var rejected = luck.chance(30) ? proven.rejected(Option.of("same")) : proven;
        var said =
                new Position(
                        luck.pick(2, 2, 0, CLOSE),
                        luck.chance(50) ? at.turn() : luck.below(3),
                        0,
                        luck.below(3));
        var opinion = at.at(0);
        var stated =
                at.step() == 1
                        ? rejected.stated("opinion", opinion, luck.pick("yes", "no"))
                        : rejected;
        // A stage that has ended with a label has no later turn.
        boolean ended = said.stage() == at.stage() && said.turn() != at.turn();
        return at.isAfter(said)
                ? stated.stated("verdict", said, ended ? "more" : luck.pick("good", "good", "more"))
                : stated;
    }

    private static PipelineState counted(PipelineState state, SeededRandom luck) {
        var limits = state.policy().limits();
        int reset = luck.between(0, 3);
        return state.withUsage(
                state.usage()
                        .withTally(
                                new Tally(
                                        luck.between(1, 4),
                                        luck.between(0, 3),
                                        luck.between(0, 2),
                                        luck.between(0, 2),
                                        0))
                        .withRewindsAtReset(reset)
                        .withRewinds(reset + rewinds(luck.fork("rewinds"), limits.rewindsMax()))
                        .withRepeats(Repeats.NONE)
                        .withRouteUses(
                                LinkedHashMap.of(state.phaseKey() + "/back", luck.between(0, 2))));
    }

    private static int rewinds(SeededRandom luck, int max) {
        return luck.chance(15) ? max : luck.below(max);
    }

    /** A failure that is watched was here, or at an earlier or a later step. */
    private static PipelineState watched(PipelineState state, SeededRandom luck) {
        var own = luck.fork("watched");
        if (own.chance(40)) return state;
        var at = state.at();
        var failed =
                own.pick(
                        at,
                        at.at(at.step() + 1),
                        new Position(at.stage(), at.turn() + 1, 0, 0),
                        new Position(at.stage(), at.turn(), at.phase() + 1, 0));
        return state.withRecovery(
                new Recovery.Watching(
                        new Failure(failed, Fault.of(Fault.Kind.GIT, "git"), own.between(0, 7))));
    }

    private static PipelineState retried(PipelineState state, SeededRandom luck) {
        return switch (luck.below(4)) {
            case 0 ->
                    state.withRetry(
                            new Retry.Running(
                                    new Retry.Setback(
                                            luck.pick(Retry.Kind.RESTART, Retry.Kind.OUTPUT),
                                            1,
                                            Fault.of(
                                                    luck.pick(
                                                            Fault.Kind.GIT_KILLED,
                                                            Fault.Kind.AGENT_FAILED),
                                                    "before"))));
            case 1 ->
                    state.withContinuation(
                            new Continuation.Running(luck.pick(Continuation.Kind.values()), 1));
            default -> state;
        };
    }
}
