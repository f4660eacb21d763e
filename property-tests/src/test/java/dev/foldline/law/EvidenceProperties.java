package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.HashMap;

/** Law 15: what is committed, and what is merged, is what was checked. */
class EvidenceProperties {

    @Property
    void stale_evidence_derives_the_check_and_not_the_commit(
            @ForAll(supplier = Walks.EvidenceRuns.class) Walk walk) {
        law("stale evidence derives the check")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var proven = new PassedChecks();
                            for (var moment : run.moments()) {
                                proven.note(moment);
                                var state = moment.after();
                                var decision = Pipeline.decide(state);
                                var stale =
                                        reliedOn(state.currentStep())
                                                .filter(
                                                        check ->
                                                                !proven.holds(
                                                                        check,
                                                                        state.ledger()
                                                                                .repository()
                                                                                .tree()));
                                if (decision.priority() != Priority.NORMAL) continue;
                                boolean checks =
                                        decision.effect() instanceof RunCheck check
                                                && stale.contains(check.check())
                                                && check.expectation() == Expectation.PASS;
                                require(
                                        stale.isEmpty() || checks,
                                        moment,
                                        "but it decides " + decision.effect());
                            }
                        });
    }

    @Property
    void a_commit_that_relies_on_a_check_expects_the_very_tree_that_passed(
            @ForAll(supplier = Walks.EvidenceRuns.class) Walk walk) {
        law("a commit expects the tree that passed")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var proven = new PassedChecks();
                            for (var moment : run.moments()) {
                                proven.note(moment);
                                if (!(moment.event() instanceof EffectStarted(_, var effect))
                                        || !(effect instanceof CommitWork commit)) continue;
                                reliedOn(moment.before().currentStep())
                                        .forEach(
                                                check ->
                                                        require(
                                                                commit.tree().isDefined()
                                                                        && proven.holds(
                                                                                check,
                                                                                commit.tree()),
                                                                moment,
                                                                "proven is " + proven.trees));
                            }
                        });
    }

    @Property
    void no_merge_lands_with_evidence_of_another_tree(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no merge lands with evidence of another tree")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var proven = new PassedChecks();
                            for (var moment : run.moments()) {
                                proven.note(moment);
                                if (!(moment.event() instanceof MergeLanded landed)
                                        || moment.after() == moment.before()) continue;
                                // A merge as a person makes it is made and lands at once.
                                if (!(moment.before().slots().inFlight().running().getOrNull()
                                        instanceof LandMerge)) continue;
                                var merge = moment.before().ledger().repository().candidate();
                                require(
                                        merge.exists(each -> each.commit().equals(landed.commit())),
                                        moment,
                                        "landed is not what was prepared: " + merge);
                                reliedOn(moment.before().currentStep())
                                        .forEach(
                                                check ->
                                                        require(
                                                                merge.exists(
                                                                        each ->
                                                                                proven.holds(
                                                                                        check,
                                                                                        Option.of(
                                                                                                each
                                                                                                        .tree()))),
                                                                moment,
                                                                check + " has not passed on it"));
                            }
                        });
    }

    @Property
    void a_merge_lands_once_and_where_its_target_was(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a merge lands once")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var landed = run.repository().landed();
                            for (int i = 1; i < landed.size(); i++) {
                                if (!landed.get(i).onto().equals(landed.get(i - 1).commit()))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "merge " + i + " is not on top of the one before");
                            }
                        });
    }

    @Property
    void a_commit_whose_hook_rewrote_the_tree_is_checked_again_before_anything_further(
            @ForAll(supplier = Walks.EvidenceRuns.class) Walk walk) {
        law("a hook's rewriting is checked again")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var proven = new PassedChecks();
                            for (var moment : run.moments()) {
                                proven.note(moment);
                                if (!(moment.event() instanceof WorkCommitted e)
                                        || moment.after() == moment.before()) continue;
                                boolean unchecked =
                                        reliedOn(moment.before().currentStep())
                                                .exists(
                                                        check ->
                                                                !proven.holds(
                                                                        check,
                                                                        Option.of(e.tree())));
                                require(
                                        !unchecked
                                                || !moment.after()
                                                        .at()
                                                        .isAfter(moment.before().at()),
                                        moment,
                                        "it went on with an unchecked commit");
                            }
                        });
    }

    /**
     * On which tree each check last passed that was to pass: what the log tells, whatever the state
     * makes of it.
     */
    private static final class PassedChecks {
        private final HashMap<String, String> trees = new HashMap<>();

        void note(SimulationStep moment) {
            if (moment.after() == moment.before()) return;
            if (!(moment.before().slots().inFlight().running().getOrNull()
                    instanceof RunCheck check)) return;
            if (moment.event() instanceof CheckEvent) trees.remove(check.check());
            if (moment.event() instanceof CheckPassed e && check.expectation() == Expectation.PASS)
                trees.put(e.check(), e.before());
        }

        boolean holds(String check, Option<String> tree) {
            return trees.containsKey(check) && tree.contains(trees.get(check));
        }
    }

    @Property
    void every_commit_in_the_repository_has_the_tree_that_the_log_records(
            @ForAll(supplier = Walks.EvidenceRuns.class) Walk walk) {
        law("the repository holds what the log says")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var logged = onBranch(run);
                            var made = run.commits();
                            for (int i = 0; i < logged.size(); i++) {
                                if (!made.get(i).hash().equals(logged.get(i).hash())
                                        || !made.get(i).tree().equals(logged.get(i).tree()))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "commit "
                                                    + i
                                                    + " is "
                                                    + made.get(i)
                                                    + ", the log says "
                                                    + logged.get(i));
                            }
                            if (made.size() - logged.size() > (run.state().isFree() ? 0 : 1))
                                throw new FailedLaw(
                                        run.moments().size(),
                                        made.size()
                                                + " commits were made, the log tells of "
                                                + logged.size());
                        });
    }

    /** Commits that were taken back to become one are in the log, and no longer on the branch. */
    private static Vector<Commit> onBranch(SimulationResult run) {
        int takenBack =
                Vector.ofAll(run.moments())
                        .findLast(
                                moment ->
                                        moment.event() instanceof TreeInspected
                                                && moment.before()
                                                        .slots()
                                                        .inFlight()
                                                        .running()
                                                        .exists(GatherWork.class::isInstance))
                        .map(moment -> moment.after().ledger().commits().size())
                        .getOrElse(0);
        return run.state().ledger().commits().drop(takenBack);
    }

    /** An operation that only reads reports stale evidence by its label. */
    private static Option<String> reliedOn(Option<Step> step) {
        return step.flatMap(
                each ->
                        each instanceof Step.Git(var operation, _, var check)
                                        && !operation.labelsStaleEvidence()
                                ? check
                                : Option.<String>none());
    }
}
