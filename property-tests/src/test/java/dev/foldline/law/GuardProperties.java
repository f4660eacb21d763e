package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestFile;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Law 24: no change counts that touches what judges it, unless the user knows. */
class GuardProperties {
    @Property(tries = 300)
    void a_guarded_change_counts_only_with_approval_or_where_reports_suffice(
            @ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        var guard = walk.workflow().policy().guard().get();
        law("no guarded change counts unasked")
                .holdsOn(
                        walk.with(GuardedWorkflow.of(walk.workflow())),
                        (run, _) -> {
                            var approved = new ArrayList<GuardedFile>();
                            var approvedTests = new ArrayList<TestFile>();
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof GateApproved)
                                    approved.addAll(guarded(moment.before()).asJava());
                                if (moment.event() instanceof GateApproved)
                                    approvedTests.addAll(removedTests(moment.before()).asJava());
                                if (delivers(moment)) requireCompared(moment, guard, approved);
                                if (delivers(moment) || isCompletion(moment))
                                    requireKept(moment, guard, approvedTests);
                            }
                            if (run.outcome().equals(Optional.of(Outcome.COMPLETED)))
                                assertKnown(run, guard, approved);
                        });
    }

    private static void requireCompared(
            SimulationStep moment, Guard guard, List<GuardedFile> approved) {
        var before = moment.before();
        var repository = before.ledger().repository();
        var tree =
                moment.event() instanceof EffectStarted(_, GitEffect.LandMerge land)
                        ? land.candidate().map(Candidate::tree).orElse(repository.tree())
                        : repository.tree();
        var report = before.ledger().findings().change().report();
        require(
                report.map(ChangeReport::tree).equals(tree),
                moment,
                "it was not compared: " + report + " is not about " + tree);
        require(
                isWaived(guard, before)
                        || guarded(before).forAll(file -> approved.stream().anyMatch(file::isSame)),
                moment,
                "nobody approved " + guarded(before));
    }

    private static boolean isCompletion(SimulationStep moment) {
        return moment.after().lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)
                && !(moment.before().lifecycle() instanceof Lifecycle.Ended);
    }

    /** A test that is gone was seen to be gone. */
    private static void requireKept(SimulationStep moment, Guard guard, List<TestFile> approved) {
        var removed = removedTests(moment.before());
        require(
                isWaived(guard, moment.before()) || removed.forAll(approved::contains),
                moment,
                "nobody approved that tests are gone in " + removed);
    }

    private static Vector<TestFile> removedTests(PipelineState state) {
        return state.ledger()
                .findings()
                .change()
                .report()
                .map(ChangeReport::tests)
                .toVector()
                .flatMap(
                        tests ->
                                tests.files()
                                        .filter(each -> tests.removed().contains(each.path())));
    }

    /** What the files are at the end, whatever the run knows of them. */
    private static void assertKnown(SimulationResult run, Guard guard, List<GuardedFile> approved) {
        if (isWaived(guard, run.state())) return;
        for (var path : guard.paths()) {
            var content = Option.of(run.files().get(path));
            boolean isAsBefore = content.equals(Option.of(run.repository().baseFiles().get(path)));
            assertThat(
                            isAsBefore
                                    || approved.stream()
                                            .anyMatch(
                                                    file ->
                                                            file.path().equals(path)
                                                                    && file.content()
                                                                            .equals(content)))
                    .as("%s is approved: %s", path, content)
                    .isTrue();
        }
    }

    private static boolean isWaived(Guard guard, PipelineState state) {
        return guard.onChange() == OnChange.REPORT;
    }

    private static Vector<GuardedFile> guarded(PipelineState state) {
        return state.ledger()
                .findings()
                .change()
                .report()
                .toVector()
                .flatMap(ChangeReport::guarded);
    }

    private static boolean delivers(SimulationStep moment) {
        return moment.event() instanceof EffectStarted(_, var effect)
                && (effect instanceof GitEffect.LandMerge
                        || effect instanceof GitEffect.MergeBranch
                        || effect instanceof ForgeEffect.PushBranch);
    }

    @Property(tries = 100)
    void a_trial_is_no_evidence(@ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        law("a trial proves nothing about a commit")
                .holdsAtEveryMoment(
                        walk.with(GuardedWorkflow.of(walk.workflow())),
                        moment ->
                                require(
                                        !isTrial(moment.event())
                                                || moment.after()
                                                        .ledger()
                                                        .findings()
                                                        .checks()
                                                        .equals(
                                                                moment.before()
                                                                        .ledger()
                                                                        .findings()
                                                                        .checks()),
                                        moment,
                                        "it changed the evidence of checks"));
    }

    private static boolean isTrial(Event event) {
        return event instanceof TestsTried;
    }
}
