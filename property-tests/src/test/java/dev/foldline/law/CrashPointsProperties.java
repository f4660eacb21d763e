package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.CrashedWalk;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.sim.Simulation;
import dev.foldline.effects.sim.crash.CrashPoints;
import dev.foldline.effects.sim.crash.CrashReport;
import org.junit.jupiter.api.Test;

/** Law 9, at the instants themselves: a fixed share of them in arbitrary runs, and all of them in the shipped workflow. */
class CrashPointsProperties {
    private static final int SHARE = 6;

    @Test
    void wherever_the_driver_of_an_arbitrary_run_dies_every_promise_is_kept() {
        law("no crash point breaks a promise").holdsOn(CrashedWalk::calm, (run, walk) ->
                isKept(CrashPoints.sample(walk.simulation(), SHARE, walk.seed()), run.moments().size()));
    }

    @Test
    void wherever_the_driver_of_the_shipped_workflow_dies_every_promise_is_kept() {
        var workflow = Ralph.workflow(Ralph.Options.DEFAULT, Policy.checking("checks", "make test"));
        var report = CrashPoints.all(Simulation.of(workflow));
        isKept(report, 0);
        assertThat(report.excused()).isZero();
        assertThat(report.tried()).isGreaterThan(3_000);
    }

    private static void isKept(CrashReport report, int moment) {
        if (!report.violations().isEmpty()) throw new Broken(moment, report.violations().getFirst().toString());
    }
}
