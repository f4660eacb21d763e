package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.core.Pipeline;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.sim.Moment;
import io.vavr.control.Option;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** Law 15, as far as there are commits and no merges yet: what is committed is what was checked. */
class EvidenceProperties {

    @Test
    void stale_evidence_derives_the_check_and_not_the_commit() {
        law("stale evidence derives the check").holdsAtEveryMoment(Walk::any, moment -> {
            var state = moment.after();
            var decision = Pipeline.decide(state);
            var stale = reliedOn(state.currentStep()).filter(check -> !state.ledger().isProven(check));
            if (stale.isEmpty() || decision.priority() != Priority.NORMAL) return;
            require(decision.effect() instanceof RunCheck(_, var check, _, _, _, _) && stale.contains(check), moment, "but it decides " + decision.effect());
        });
    }

    @Test
    void a_commit_that_relies_on_a_check_expects_the_very_tree_that_passed() {
        law("a commit expects the tree that passed").holdsOn(Walk::any, (run, _) -> {
            var passed = new HashMap<String, String>();
            for (var moment : run.moments()) {
                note(passed, moment);
                if (!(moment.event() instanceof EffectStarted(_, var deed)) || !(deed instanceof CommitWork commit)) continue;
                reliedOn(moment.before().currentStep()).forEach(check -> require(
                        commit.tree().isDefined() && commit.tree().get().equals(passed.get(check)), moment, "proven is " + passed.get(check)));
            }
        });
    }

    private static void note(HashMap<String, String> passed, Moment moment) {
        if (moment.after() == moment.before()) return;
        if (moment.event() instanceof CheckEvent.CheckPassed e) passed.put(e.check(), e.before());
        if (moment.event() instanceof CheckEvent.CheckFailed e) passed.remove(e.check());
    }

    @Test
    void a_commit_whose_hook_rewrote_the_tree_is_checked_again_before_anything_further() {
        law("a hook's rewriting is checked again").holdsAtEveryMoment(Walk::any, moment -> {
            if (!(moment.event() instanceof WorkCommitted e)) return;
            boolean rewritten = reliedOn(moment.before().currentStep()).exists(check ->
                    moment.before().ledger().evidence().get(check).forAll(evidence -> !evidence.tree().equals(e.tree())));
            require(!rewritten || !moment.after().at().isAfter(moment.before().at()), moment, "it went on with an unchecked commit");
        });
    }

    @Test
    void no_commit_in_the_repository_holds_another_tree_than_the_log_says() {
        law("the repository holds what the log says").holdsOn(Walk::any, (run, _) -> {
            var logged = run.state().ledger().commits();
            var made = run.commits();
            for (int i = 0; i < logged.size(); i++) {
                if (!made.get(i).hash().equals(logged.get(i).hash()) || !made.get(i).tree().equals(logged.get(i).tree()))
                    throw new Broken(run.moments().size(), "commit " + i + " is " + made.get(i) + ", the log says " + logged.get(i));
            }
            if (made.size() - logged.size() > (run.state().isFree() ? 0 : 1))
                throw new Broken(run.moments().size(), made.size() + " commits were made, the log tells of " + logged.size());
        });
    }

    private static Option<String> reliedOn(Option<Step> step) {
        return step.flatMap(each -> each instanceof Step.Git(_, _, var check) ? check : Option.<String>none());
    }
}
