package dev.foldline.law.tdd;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Call;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.Spend;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.sim.Luck;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/** A run of {@code tdd} in which everything is luck: what is submitted, what tests say, what reviews find, whether git fails. */
final class Pulled {
    private static final int EFFECTS_MAX = 500;

    private final Luck luck;

    /** One run in three has a worker that can do nothing right. */
    private final boolean hopeless;
    private int drawn;
    private TddAccount account;

    Pulled(long seed) {
        luck = Luck.of(seed);
        hopeless = seed % 3 == 0;
        account = TddAccount.of(new RunEvent.RunStarted("r", Tdd.workflow(Tdd.Options.DEFAULT, Policy.DEFAULT), "task", Pipeline.RULES_VERSION, Instant.EPOCH));
    }

    TddAccount account() { return account; }

    PipelineState state() { return account.state(); }

    /** Says one random thing, legal or not, and carries it out; whether it was heard. */
    boolean says() {
        var call = new Call("r" + drawn, chance(50) ? CallKind.SUBMIT : chance(hopeless ? 15 : 50) ? CallKind.TOOL : CallKind.GET, pick(Tdd.REDUCE_SCOPE, Tdd.ESCALATE, "nothing"), arguments(), Instant.EPOCH);
        var heard = Pipeline.admit(state(), call);
        heard.forEach(this::take);
        return heard.isRight();
    }

    /** Carries the run on until it waits; a crash may come at any deed. */
    void settle() {
        for (int i = 0; i < EFFECTS_MAX; i++) {
            var effect = Pipeline.decide(state()).effect();
            if (effect instanceof Control.Wait || effect instanceof Control.Stop) return;
            if (effect instanceof Deed deed) {
                take(new RunEvent.EffectStarted(state().header().ticket(), deed));
                if (chance(5)) take(new RunEvent.DriverStarted(state().header().epoch() + 1, Instant.EPOCH));
            } else {
                take(answer(effect));
            }
            if (Pipeline.decide(state()).effect() instanceof Control.Await) take(answer(state().slots().inFlight().underway().get()));
        }
        throw new AssertionError("it does not come to rest at " + state().cursor());
    }

    private void take(Event event) { account = account.and(event, Pipeline.reduce(state(), event)); }

    private Map<String, String> arguments() {
        var fitting = state().currentStep().toVector().flatMap(step -> step.declared());
        Map<String, String> given = LinkedHashMap.of(Tdd.VERDICT, fitting.nonEmpty() && chance(70) ? fitting.get(below(fitting.size())) : pick("PASS", "FAIL", "SUCCESS", "FAILURE", "MAYBE"));
        return chance(80) ? given.put(Tdd.TEST, pick("one", "two")) : given;
    }

    private Event answer(Effect effect) {
        long ticket = state().header().ticket();
        if (effect instanceof GitEffect && !(effect instanceof GitEffect.SaveWork) && chance(10)) return new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "no"));
        return switch (effect) {
            case RunEffect.EnterPhase _         -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.RecordRecovery _     -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile(_, RunCheck _) -> new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.LOST, "interrupted"));
            case RunEffect.Reconcile _          -> new RunEvent.NotDone(ticket);
            case FileEffect.CleanArtifacts _    -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.CollectArtifact e   -> collected(ticket, e);
            case RunCheck check                 -> chance(isBeyond(check) ? 5 : 60) ? new CheckPassed(ticket, check.check(), "t", "t", Option.of("out"), Spend.NOTHING)
                    : new CheckFailed(ticket, check.check(), "t", "it failed", Option.of("out"), Spend.NOTHING);
            case GitEffect.OpenBranch _         -> new GitEvent.BranchOpened(ticket, Option.of("feat/it"), "base", "t", Vector.empty());
            case GitEffect.MergeBranch _        -> new GitEvent.MergeLanded(ticket, "main", "merge");
            case GitEffect.SaveWork _           -> new GitEvent.WorkSaved(ticket, Option.none());
            case GitEffect.CommitWork _         -> new GitEvent.WorkCommitted(ticket, "c", "t", "docs");
            case GitEffect.CountCommits _ when chance(30) -> new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.CHECK_FAILED, "it has 2"));
            case GitEffect.CountCommits _       -> new GitEvent.TreeSeen(ticket, Option.of("h"), "t", "one");
            case GitEffect.ResetTree _          -> new GitEvent.TreeSeen(ticket, Option.of("h"), "t", "clean");
            case GitEffect.LookAtTree _         -> new GitEvent.TreeSeen(ticket, Option.of("h"), "t", chance(50) ? "clean" : "changed");
            default                             -> throw new AssertionError("a pulled run asks for " + effect);
        };
    }

    private boolean isBeyond(RunCheck check) { return hopeless && check.check().equals(Tdd.TEST); }

    private Event collected(long ticket, FileEffect.CollectArtifact effect) {
        if (chance(15)) return new FileEvent.ArtifactRefused(ticket, effect.artifact(), "unfit", Option.none());
        if (effect.artifact().equals(Tdd.FINDINGS) && chance(60)) return new FileEvent.ArtifactAccepted(ticket, effect.artifact(), "none", "approved", Vector.empty());
        var items = Vector.range(0, 1 + below(4)).map(i -> new Item("i" + drawn + "." + i, "do it", tags(i), Item.TODO));
        return new FileEvent.ArtifactAccepted(ticket, effect.artifact(), "some", effect.artifact().equals(Tdd.FINDINGS) ? "findings" : effect.labels().headOption().getOrElse(""), items);
    }

    private Vector<String> tags(int number) { return chance(40) ? Vector.of("RED") : number % 2 == 0 ? Vector.of("GREEN", "CHECKPOINT") : Vector.of("GREEN", "REFACTOR"); }

    private boolean chance(int percent) { return below(100) < percent; }

    private int below(int bound) { return luck.fork(drawn++).below(bound); }

    @SafeVarargs
    private <T> T pick(T... choices) { return choices[below(choices.length)]; }
}
