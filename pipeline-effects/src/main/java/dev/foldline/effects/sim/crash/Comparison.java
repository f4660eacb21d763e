package dev.foldline.effects.sim.crash;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.sim.FakeRepository.FakeCommit;
import dev.foldline.effects.sim.Moment;
import dev.foldline.effects.sim.Run.Done;
import dev.foldline.effects.sim.Run;
import dev.foldline.effects.sim.play.Answers;
import io.vavr.control.Option;
import java.util.List;

/** A run whose driver died, beside the same run undisturbed. */
final class Comparison {
    private final Run calm;
    private final Run crashed;

    Comparison(Run calm, Run crashed) {
        this.calm = calm;
        this.crashed = crashed;
    }

    /** Why they need not be equal; nothing if they must. */
    Option<Excuse> excuse() {
        if (isCapMet(calm) || isCapMet(crashed)) return Option.of(Excuse.CAP_MET);
        if (isStopUnderWay(crashed)) return Option.of(Excuse.STOP_UNDER_WAY);
        if (isMetAnew(calm, crashed)) return Option.of(Excuse.MET_ANEW);
        if (isAskedAgain(crashed)) return Option.of(Excuse.ASKED_AGAIN);
        boolean visited = calm.witness().unasked() + crashed.witness().unasked() > 0;
        return visited && !inputs(calm).equals(inputs(crashed)) ? Option.of(Excuse.HEARD_OTHERS) : Option.none();
    }

    /** A driver died while somebody held the run or was ending it, and a deed was under way: that is found done, or not done and left so. */
    private static boolean isStopUnderWay(Run run) {
        return run.moments().stream().anyMatch(moment -> moment.event() instanceof DriverStarted && isUnwanted(moment.before()));
    }

    private static boolean isAskedAgain(Run run) {
        return run.moments().stream().anyMatch(moment -> moment.event() instanceof DriverStarted && !moment.before().agents().barred().equals(moment.after().agents().barred()));
    }

    private static boolean isUnwanted(PipelineState state) {
        return state.slots().inFlight().underway().exists(deed -> !(deed instanceof SaveWork))
                && (state.life() instanceof Life.Paused || state.slots().hold() instanceof Hold.Open || state.slots().recovery() instanceof Recovery.Ending);
    }

    /** Something was lost and made again, in a world where that did not go as the first time: files failed, or a check had left its trace. */
    private static boolean isMetAnew(Run calm, Run crashed) {
        return lost(crashed) > 0 && filesFailed(calm) + filesFailed(crashed) + rewritten(calm) + rewritten(crashed) > 0;
    }

    private static long filesFailed(Run run) {
        return run.events().stream().filter(event -> event instanceof EffectFailed(_, var fault) && fault.kind() == Fault.Kind.FILES).count();
    }

    private static long rewritten(Run run) {
        return run.events().stream().filter(event -> event instanceof CheckPassed passed && !passed.before().equals(passed.after())).count();
    }

    private static boolean isCapMet(Run run) {
        var spent = run.state().spent();
        boolean refillAwaited = run.moments().stream().anyMatch(moment -> moment.decision().effect() instanceof Wait wait && wait.awaited().exists(Awaited.Refill.class::isInstance));
        return refillAwaited || run.waitsFor().stream().anyMatch(wait -> wait.awaited().exists(Awaited.Refill.class::isInstance))
                || spent.waysBack() - spent.refuelledAt() >= run.state().policy().limits().waysBackMax()
                || run.moments().stream().map(Moment::after).anyMatch(state -> state.ledger().lastFault().exists(fault ->
                        fault.kind() == Fault.Kind.STUCK || fault.kind() == Fault.Kind.SPENT));
    }

    private static List<String> inputs(Run run) {
        return run.events().stream().filter(InputEvent.class::isInstance).map(Comparison::named).toList();
    }

    private static String named(Event event) {
        return event instanceof InputEvent.ChildEnded e ? "child of " + e.item() + " " + e.completed() : event.getClass().getSimpleName();
    }

    void into(Findings findings) {
        findings.same(Promise.HEARD_SAME, inputs(calm), inputs(crashed));
        findings.same(Promise.SAME_END, end(calm), end(crashed));
        var sides = WorkDone.difference(WorkDone.of(calm.state()), WorkDone.of(crashed.state()));
        if (!sides.isEmpty()) findings.broken(Promise.SAME_WORK, sides.getFirst(), sides.getLast());
        findings.same(Promise.SAME_TREE, calm.files(), crashed.files());
        findings.same(Promise.SAME_BRANCH, branch(calm), branch(crashed));
        findings.same(Promise.DEEDS_ONCE, calm.repository().trees(), crashed.repository().trees());
        findings.same(Promise.DEEDS_ONCE, deeds(calm), deeds(crashed));
        int more = crashed.begun(InvokeAgent.class) - calm.begun(InvokeAgent.class);
        int charged = crashed.state().spent().waysBack() - calm.state().spent().waysBack();
        findings.require(more <= crashed.crashes(), Promise.RESTARTS_FEW, "at most " + crashed.crashes() + " more calls", more + " more");
        findings.same(Promise.RESTARTS_FEW, lost(crashed) + " more ways back", charged + " more ways back");
    }

    /** What died with a driver and was begun again. */
    private static long lost(Run run) {
        return run.events().stream().filter(event -> event instanceof AgentFailed failed && failed.fault().equals(Answers.LOST)
                || event instanceof EffectFailed(_, var fault) && fault.equals(Answers.LOST)).count();
    }

    private static String end(Run run) {
        return run.outcome().map(Object::toString).orElseGet(() -> "waits for "
                + run.waitsFor().map(wait -> wait.awaited().map(each -> each.getClass().getSimpleName()).mkString(", ")).orElse(""));
    }

    private static String branch(Run run) {
        return run.repository().branch().getOrElse("no branch") + ": " + run.commits().stream().map(FakeCommit::hash).toList();
    }

    /** What the world saw done, without tickets. Opening a branch that is open, looking, and what came to nothing can be repeated. */
    private static List<String> deeds(Run run) { return run.witness().done().stream().flatMap(done -> seen(done).toJavaStream()).toList(); }

    private static Option<String> seen(Done done) {
        return told(done, GitEvent.WorkCommitted.class).map(made -> "committed " + made.commit())
                .orElse(() -> told(done, GitEvent.BranchRebased.class).map(moved -> "rebased to " + moved.head()))
                .orElse(() -> told(done, GitEvent.WorkSaved.class).map(kept -> "saved " + kept.commit().getOrElse("nothing")))
                .orElse(() -> told(done, GitEvent.MergeLanded.class).map(merged -> "merged " + merged.commit() + " into " + merged.target()))
                .orElse(() -> told(done, ChildSpawned.class).map(_ -> "started " + done.deed().fingerprint()));
    }

    private static <T> Option<T> told(Done done, Class<T> kind) { return Option.of(done.told()).filter(kind::isInstance).map(kind::cast); }
}
