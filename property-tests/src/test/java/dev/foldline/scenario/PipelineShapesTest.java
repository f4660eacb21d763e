package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.crash.CrashReport;
import dev.foldline.testkit.crash.CrashTestSetup;
import dev.foldline.testkit.simulation.Exploration;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crashes in workflows of the shapes that pipelines of continuous integration have. */
class PipelineShapesTest {
    private static final int POINTS = Thorough.ALL ? 100 : 20;

    private static final Policy POLICY = Policy.checking("tests", "make test");

    /** A pipeline. */
    enum Shape {
        DIAMOND_BY_CHILDREN(diamond()),
        NESTED_LOOPS(nestedLoops()),
        GATE_AFTER_GATE(gates()),
        FORTY_PHASES(chain()),
        THIRTY_STEPS(longPhase()),
        SEVERAL_ATTEMPTS(attempts());

        private final Workflow workflow;

        Shape(Vector<Stage> stages) {
            this.workflow =
                    new Workflow(
                            name().toLowerCase(java.util.Locale.ROOT), 1, stages, staffed(stages));
        }
    }

    /** One plan, a child run for each part of it, and one join. */
    private static Vector<Stage> diamond() {
        var part = Vector.of(once("part", phases(work("build"), commit("save"))));
        var child = new Workflow("part", 1, part, staffed(part));
        var split =
                phase(
                        "split",
                        clean("parts"),
                        call("planner", "parts"),
                        collectItems("parts", "parts"));
        var build =
                phase(
                        "build",
                        Vector.of(
                                new Step.Children(
                                        "parts",
                                        "part",
                                        Option.of(child),
                                        Vector.empty(),
                                        Budget.UNLIMITED,
                                        Step.Until.ALL)));
        return Vector.of(
                once("split", phases(split)),
                once("build", phases(build)),
                once("join", phases(work("join"), commit("save"))));
    }

    /** A loop over items whose phases repeat, in a loop that another stage starts again. */
    private static Vector<Stage> nestedLoops() {
        var list =
                phase("list", clean("jobs"), call("planner", "jobs"), collectItems("jobs", "jobs"));
        var run =
                phase(
                                "run",
                                clean(),
                                call("developer", "job"),
                                ask("reviewer", "state", "done", "more", "wrong"),
                                check("tests"))
                        .route("done", Route.PROCEED)
                        .route("more", Route.MORE)
                        .route("wrong", new Route.Back("rounds", 2));
        return Vector.of(
                times("rounds", 2, phases(work("warm-up"), list)),
                new Stage(
                        "jobs",
                        new LoopCondition.EachItem("jobs", "save"),
                        phases(run, commit("save"))),
                times("nightly", 3, phases(work("soak"))));
    }

    private static Vector<Stage> gates() {
        return Vector.of(
                once(
                        "release",
                        Vector.of("build", "staging", "security", "legal", "production")
                                .map(each -> work(each).gate(new GateSpec(OnReject.REDO)))
                                .append(commit("publish"))));
    }

    private static Vector<Stage> chain() {
        return Vector.of(
                once(
                        "chain",
                        Vector.range(0, 40)
                                .map(
                                        i ->
                                                i % 5 == 4
                                                        ? commit("phase-" + i)
                                                        : phase("phase-" + i, check("tests")))));
    }

    /** Three runs of the same work, one of which the user chooses. */
    private static Vector<Stage> attempts() {
        var work = Vector.of(once("try", phases(work("build"), commit("save"))));
        return new Attempts("build", 3, Vector.empty(), new Attempts.Pick.Ask())
                .stages(new Workflow("try", 1, work, staffed(work)))
                .prepend(once("open", phases(phase("open", git(GitOperation.OPEN_BRANCH)))));
    }

    private static Vector<Stage> longPhase() {
        var steps =
                Vector.range(0, 14)
                        .foldLeft(
                                clean().appendAll(call("developer", "job")),
                                (all, _) ->
                                        all.appendAll(check("tests"))
                                                .appendAll(git(GitOperation.COMMIT)));
        return Vector.of(once("all", Vector.of(phase("all", steps))));
    }

    private static Phase work(String id) {
        return phase(id, clean(), call("developer", "job"), check("tests"));
    }

    private static Phase commit(String id) {
        return phase(id, ask("committer", "commit_message"), git(GitOperation.COMMIT));
    }

    private static Policy staffed(Vector<Stage> stages) {
        return Vector.of(
                        "developer",
                        "planner",
                        "reviewer",
                        "committer",
                        "recoverer",
                        "build-list",
                        "build-compare",
                        "build-choose")
                .foldLeft(
                        POLICY.withRecovery(
                                POLICY.recovery().withRewindStage(Option.of(stages.head().id()))),
                        (policy, role) ->
                                policy.withRoles(policy.roles().put(role, Vector.of(role))));
    }

    @ParameterizedTest
    @EnumSource
    void nothing_is_lost_or_done_twice_when_the_driver_dies(Shape shape) {
        assertThat(WorkflowCheck.problems(shape.workflow)).isEmpty();
        assertThat(Exploration.of(Vector.of(shape.workflow), 1, 30).unreached()).isEmpty();
        var report = CrashReport.NOTHING;
        for (var setup : CrashTestSetup.of(shape.workflow, 1))
            report = report.plus(CrashPoints.sample(setup.simulation(), POINTS, 7));
        assertThat(report.violations()).isEmpty();
        assertThat(report.tried()).isGreaterThan(2 * POINTS);
    }
}
