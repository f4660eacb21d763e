package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Law 24: no change counts that touches what judges it, unless the user knows. */
class GuardProperties {
    private static final Vector<String> PATHS = Vector.of("a", "b", "c");

    @Property(tries = 300)
    void a_guarded_change_counts_only_with_approval_or_where_reports_suffice(
            @ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        var guard = walk.workflow().policy().guard().get();
        law("no guarded change counts unasked")
                .holdsOn(
                        walk.with(GuardedWorkflow.of(walk.workflow())),
                        (run, _) -> {
                            var approved = new ArrayList<GuardedFile>();
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof GateApproved)
                                    approved.addAll(guarded(moment.before()).asJava());
                                if (delivers(moment)) requireCompared(moment, guard, approved);
                            }
                            if (run.outcome().equals(Optional.of(Outcome.COMPLETED)))
                                assertKnown(run, guard, approved);
                        });
    }

    private static void requireCompared(
            SimulationStep moment, Guard guard, List<GuardedFile> approved) {
        var before = moment.before();
        var repository = before.ledger().repository();
        var tree = repository.candidate().map(Candidate::tree).orElse(repository.tree());
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

    @Property
    void a_change_is_tried_at_most_three_times_and_then_decided(
            @ForAll("reports") ChangeReport report,
            @ForAll("results") List<TrialResult> results,
            @ForAll Witness witness,
            @ForAll OnChange onChange) {
        var findings = ChangeFindings.NONE.compared(report);
        for (int tried = 0; tried <= Trial.values().length; tried++) {
            var decision = decision(guard(onChange, witness), findings);
            var next = decision.nextTrial();
            if (next.isEmpty()) {
                assertDecided(decision, report, onChange);
                assertTried(findings, report, witness, decision);
                return;
            }
            assertThat(decision.label()).isEqualTo(ChangeOperation.TESTS);
            findings = findings.tried(next.get(), results.get(tried));
        }
        throw new AssertionError("it is tried again and again");
    }

    /** Where tests are touched and can be run, those of the base run on the new code. */
    private static void assertTried(
            ChangeFindings findings,
            ChangeReport report,
            Witness witness,
            ChangeDecision decision) {
        var old = findings.result(Trial.OLD_TESTS);
        boolean isRunnable =
                findings.result(Trial.CONTROL).exists(TrialResult.Passed.class::isInstance);
        if (witness != Witness.OFF && !report.tests().isEmpty() && isRunnable)
            assertThat(old.isDefined()).isTrue();
        if (decision.guard().onChange() == OnChange.GATE
                && old.exists(result -> !(result instanceof TrialResult.Passed)))
            assertThat(decision.label()).isEqualTo(ChangeOperation.ASKED);
    }

    private static void assertDecided(
            ChangeDecision decision, ChangeReport report, OnChange onChange) {
        boolean judged = report.guarded().nonEmpty() || report.tests().removed().nonEmpty();
        if (onChange == OnChange.REPORT)
            assertThat(decision.label()).isEqualTo(ChangeOperation.SETTLED);
        else if (judged) assertThat(decision.label()).isEqualTo(ChangeOperation.ASKED);
        else if (report.tests().changed().isEmpty())
            assertThat(decision.label()).isEqualTo(ChangeOperation.SETTLED);
    }

    @Property
    void what_the_user_approved_is_not_asked_again(
            @ForAll("reports") ChangeReport report, @ForAll("results") List<TrialResult> results) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var findings = ChangeFindings.NONE.compared(report);
        for (var result : results)
            for (var next : decision(guard, findings).nextTrial())
                findings = findings.tried(next, result);
        var approved = findings.approvedOn(report.tree());
        assertThat(decision(guard, approved).label()).isEqualTo(ChangeOperation.SETTLED);
        assertThat(decision(guard, findings.approvedOn("another tree")).label())
                .isEqualTo(decision(guard, findings).label());
    }

    @Property
    void the_order_of_files_changes_nothing(
            @ForAll("reports") ChangeReport report, @ForAll("results") List<TrialResult> results) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var findings = ChangeFindings.NONE.compared(report);
        var turned = ChangeFindings.NONE.compared(turned(report));
        for (var result : results) {
            var next = decision(guard, findings).nextTrial();
            assertThat(decision(guard, turned).nextTrial()).isEqualTo(next);
            for (var trial : next) {
                findings = findings.tried(trial, result);
                turned = turned.tried(trial, result);
            }
        }
        assertThat(decision(guard, turned).label()).isEqualTo(decision(guard, findings).label());
    }

    private static ChangeReport turned(ChangeReport report) {
        return new ChangeReport(
                report.base(),
                report.tree(),
                report.guarded().reverse(),
                new TestChanges(
                        report.tests().added().reverse(),
                        report.tests().changed().reverse(),
                        report.tests().removed().reverse()),
                report.files(),
                report.lines());
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

    @Provide
    Arbitrary<ChangeReport> reports() {
        var some = Arbitraries.subsetOf(PATHS.asJava()).map(Vector::ofAll);
        var guarded =
                some.map(
                        paths ->
                                paths.map(
                                        path ->
                                                new GuardedFile(
                                                        path,
                                                        "judges",
                                                        Option.of("content"),
                                                        Option.none())));
        return Combinators.combine(guarded, some, some, some)
                .as(
                        (judges, added, changed, removed) ->
                                new ChangeReport(
                                        "base",
                                        "tree",
                                        judges,
                                        new TestChanges(added, changed, removed),
                                        3,
                                        30));
    }

    @Provide
    Arbitrary<List<TrialResult>> results() {
        return Arbitraries.<TrialResult>of(
                        new TrialResult.Passed(),
                        new TrialResult.Failed(Vector.of("a_test")),
                        new TrialResult.Unbuilt("it does not compile"),
                        new TrialResult.Impossible("no program"))
                .list()
                .ofSize(Trial.values().length);
    }

    private static ChangeDecision decision(Guard guard, ChangeFindings findings) {
        return new ChangeDecision(guard, true, Vector.empty(), findings);
    }

    private static Guard guard(OnChange onChange, Witness witness) {
        return new Guard(
                Vector.empty(),
                Vector.empty(),
                onChange,
                100,
                2_000,
                witness,
                new CleanCheckout(Vector.empty(), Vector.empty()));
    }
}
