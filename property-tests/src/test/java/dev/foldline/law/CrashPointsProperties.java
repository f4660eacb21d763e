package dev.foldline.law;

import static dev.foldline.law.Law.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.crash.AllowedDifference;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.crash.CrashReport;
import dev.foldline.testkit.crash.CrashTestSetup;
import dev.foldline.testkit.crash.RecordedRun;
import dev.foldline.testkit.script.Plays;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.CrashPoint.Moment;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Law 9, at the instants themselves: a fixed share of them in arbitrary runs, and all of them in
 * the shipped workflow, with a sample of second crashes during the recovery.
 */
class CrashPointsProperties {
    private static final int SHARE = 6;
    private static final int INSTANTS_MIN = 150;
    private static final int PAIRS = 150;
    private static final Workflow RALPH =
            Ralph.workflow(Ralph.Options.DEFAULT, Policy.checking("checks", "make test"));

    @Property(tries = 24)
    void every_promise_is_kept_if_the_driver_of_an_arbitrary_run_dies_at_any_point(
            @ForAll(supplier = Walks.TimelessRuns.class) Walk walk) {
        law("no crash point breaks a promise")
                .holdsOn(
                        walk,
                        (run, _) ->
                                isKept(
                                        CrashPoints.sample(walk.simulation(), SHARE, walk.seed()),
                                        run.moments().size()));
    }

    @Test
    void every_promise_is_kept_if_the_driver_of_the_shipped_workflow_dies_at_any_point() {
        var simulation = Simulation.of(RALPH).timeless();
        var instants = simulation.run().witness().passages();
        assertThat(instants).hasSizeGreaterThan(INSTANTS_MIN);
        for (var instant : instants) {
            var report = CrashPoints.at(simulation, List.of(instant.point()));
            isKept(report, 0);
            assertThat(report.excused()).isZero();
        }
        var again = CrashPoints.sample(simulation, 2 * PAIRS, 7);
        isKept(again, 0);
        assertThat(again.excused()).isZero();
        assertThat(again.tried()).isGreaterThan(PAIRS);
    }

    @Test
    void a_recorded_run_is_followed_to_the_end_of_its_log_regardless_of_the_crash() {
        for (var scene : CrashTestSetup.of(RALPH, 7)) {
            for (int nth = 1; nth < 8; nth += 3) {
                var run =
                        scene.simulation()
                                .crashAt(Moment.AFTER_EFFECT, nth)
                                .crashAt(Moment.IN_EFFECT, nth + 2)
                                .run();
                var recorded = RecordedRun.of(run.events());
                assertThat(recorded.parting()).as("%s, deed %d", scene.name(), nth).isEmpty();
                assertThat(recorded.followed()).isEqualTo(recorded.effects()).isPositive();
            }
        }
    }

    /** What was made and said before a run began is in none of its other events. */
    @Test
    void a_run_continued_from_the_files_of_another_is_replayed_from_that_point() {
        var given =
                new InitialState(
                        LinkedHashMap.of("spec", "blob-of-spec"),
                        Vector.of(new InitialState.Remark("plan", "smaller", Instant.EPOCH)));
        var feature =
                Feature.workflow(
                        new Feature.Options(
                                Feature.Gates.ABSENT, Feature.Delivery.MERGE, Vector.of("analyze")),
                        Policy.DEFAULT);
        var run =
                Simulation.of(
                                new RunStarted(
                                                "r",
                                                feature,
                                                "task",
                                                Pipeline.RULES_VERSION,
                                                Instant.EPOCH)
                                        .knowing(Option.of(given))
                                        .pausingBefore(Option.of("implement")))
                        .run();
        var again = RecordedRun.of(run.events());
        assertThat(again.parting()).isEmpty();
        assertThat(again.simulation().run().events().getFirst())
                .isInstanceOfSatisfying(
                        RunStarted.class,
                        started -> {
                            assertThat(started.given()).contains(given);
                            assertThat(started.until()).contains("implement");
                        });
        isKept(CrashPoints.sample(again.simulation(), 60, 7), 0);
    }

    /** The agent loses its conversation, but only a crash makes the next call resume it. */
    @Test
    void a_conversation_that_began_in_a_lost_call_may_be_unknown_to_the_next() {
        var fails =
                Simulation.of(workflow(Phase.phase("write", Script.call("worker", "text"))))
                        .agent(
                                "worker",
                                Plays.fails(Fault.Kind.SESSION_UNKNOWN),
                                Plays.edits("text.md", "once"));
        var simulation =
                Stream.iterate(1L, seed -> seed + 1)
                        .map(fails::seed)
                        .filter(each -> startedEffects(each) > 0)
                        .findFirst()
                        .orElseThrow();
        var report =
                CrashPoints.at(
                        simulation,
                        List.of(new CrashPoint(Moment.AFTER_APPEND, startedEffects(simulation))));
        isKept(report, 0);
        assertThat(report.excuses()).containsOnlyKeys(AllowedDifference.CONVERSATION_LOST);
    }

    /** Returns the number of the event that reports the conversation of the first call. */
    private static int startedEffects(Simulation simulation) {
        var events = simulation.timeless().run().events();
        int first = events.stream().map(AgentFailed.class::isInstance).toList().indexOf(true);
        return events.get(first - 1) instanceof SessionStarted ? first - 1 : 0;
    }

    /** The first agent has failed, and the others wait for their limits. */
    @Test
    void a_wait_that_ends_without_a_driver_ends_like_any_other() {
        var simulation =
                Simulation.of(workflow(Phase.phase("write", Script.call("worker", "text"))))
                        .agent(
                                "worker",
                                Plays.fails(Fault.Kind.CONTEXT_FULL),
                                Plays.fails(Fault.Kind.RATE_LIMIT),
                                Plays.fails(Fault.Kind.RATE_LIMIT),
                                Plays.edits("text.md", "once"));
        var events = simulation.timeless().run().events();
        int elapsed = events.stream().map(WaitElapsed.class::isInstance).toList().indexOf(true);
        var report =
                CrashPoints.at(simulation, List.of(new CrashPoint(Moment.BEFORE_APPEND, elapsed)));
        isKept(report, 0);
        assertThat(report.tried()).isPositive();
        assertThat(report.excused()).isZero();
    }

    /** A commit that is gathered into a later one was made all the same. */
    @Test
    void every_promise_is_kept_if_the_driver_of_a_run_that_replaces_its_commit_dies() {
        var simulation =
                Simulation.of(
                                workflow(
                                        Phase.phase(
                                                        "write",
                                                        Script.call("worker", "text"),
                                                        Script.git(GitOperation.GATHER),
                                                        Script.git(GitOperation.COMMIT),
                                                        Script.ask(
                                                                "judge", "verdict", "good", "bad"))
                                                .route("good", Route.PROCEED)
                                                .route("bad", new Route.Back("all", 1))))
                        .agent("worker", Plays.edits("text.md", "once"))
                        .agent("judge", Plays.says("bad"), Plays.says("good"));
        var run = simulation.run();
        assertThat(run.repository().made()).hasSize(2);
        assertThat(run.commits()).hasSize(1);
        isKept(CrashPoints.sample(simulation, 10, 7), 0);
    }

    private static Workflow workflow(Phase phase) {
        return new Workflow(
                "small",
                1,
                Vector.of(Script.once("all", Script.phases(phase))),
                Policy.DEFAULT
                        .withLimits(Policy.Limits.DEFAULT.withCyclesMax(1))
                        .withRoles(
                                LinkedHashMap.of(
                                        "worker", Vector.of("ada", "cyd", "eve"),
                                        "judge", Vector.of("bob"))));
    }

    @Test
    void every_promise_is_kept_if_the_driver_of_a_replayed_run_dies_at_any_point() {
        for (var scene : CrashTestSetup.of(RALPH, 7))
            isKept(
                    CrashPoints.sample(
                            RecordedRun.of(scene.simulation().run().events()).simulation(), 60, 7),
                    0);
    }

    private static void isKept(CrashReport report, int moment) {
        if (!report.violations().isEmpty())
            throw new FailedLaw(moment, report.violations().getFirst().toString());
    }
}
