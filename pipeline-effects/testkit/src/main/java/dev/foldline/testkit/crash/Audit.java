package dev.foldline.testkit.crash;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.BudgetRaised;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.InputEvent.RetryGranted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage;
import dev.foldline.testkit.simulation.FakeRepository.FakeCommit;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks the invariants of every run, with or without crashes: its log, its environment and its
 * state are consistent.
 */
final class Audit {
    private final SimulationResult run;
    private final ViolationCollector findings;

    private Audit(SimulationResult run, ViolationCollector findings) {
        this.run = run;
        this.findings = findings;
    }

    static void of(SimulationResult run, ViolationCollector findings) {
        var audit = new Audit(run, findings);
        audit.replays();
        audit.startsAreUndone();
        audit.intentsComeFirst();
        audit.commitsAreOnRecord();
        audit.restartsAreCharged();
        audit.nothingIsRefunded();
        audit.nothingIsUnderWay();
    }

    private void replays() {
        if (!(run.events().getFirst() instanceof RunStarted first)) {
            findings.broken(
                    Promise.REPLAYS,
                    "a log that begins with the run",
                    run.events().getFirst().toString());
            return;
        }
        var state = Pipeline.start(first);
        for (Event event : run.events().subList(1, run.events().size()))
            state = Pipeline.reduce(state, event);
        equal(Promise.REPLAYS, state, run.state());
    }

    private void equal(Promise promise, PipelineState expected, PipelineState actual) {
        if (expected.equals(actual)) return;
        var sides = WorkDone.difference(expected, actual);
        if (sides.isEmpty())
            findings.broken(promise, expected.header().toString(), actual.header().toString());
        else findings.broken(promise, sides.getFirst(), sides.getLast());
    }

    /**
     * An effect that never started leaves the state before its start, with any input received in
     * between.
     */
    private void startsAreUndone() {
        int start = -1;
        for (int i = 0; i < run.moments().size(); i++) {
            var moment = run.moments().get(i);
            if (moment.event() instanceof EffectStarted && moment.before() != moment.after())
                start = i;
            if (moment.event() instanceof NotDone && moment.before() != moment.after())
                equal(
                        Promise.UNDONE_EXACTLY,
                        timeless(withoutStart(run.moments().subList(start, i))),
                        timeless(moment.after()));
        }
    }

    private static PipelineState withoutStart(List<SimulationStep> moments) {
        var state = moments.getFirst().before();
        for (var moment : moments) {
            if (moment.event() instanceof InputEvent)
                state = Pipeline.reduce(state, moment.event());
        }
        return state;
    }

    private static PipelineState timeless(PipelineState state) {
        return state.withHeader(state.header().withEpoch(0).withNow(Instant.EPOCH));
    }

    private void intentsComeFirst() {
        for (var started : run.witness().started()) {
            var last = run.events().get(Math.min(started.onDisk(), run.events().size()) - 1);
            if (!last.equals(new EffectStarted(started.ticket(), started.effect())))
                findings.broken(
                        Promise.INTENT_FIRST,
                        "event "
                                + started.onDisk()
                                + " is the intent of "
                                + started.effect().fingerprint(),
                        last.toString());
        }
    }

    private void commitsAreOnRecord() {
        var reported =
                run.events().stream()
                        .filter(WorkCommitted.class::isInstance)
                        .map(WorkCommitted.class::cast)
                        .map(each -> each.ticket() + " " + each.commit())
                        .toList();
        var made = run.repository().made();
        findings.same(Promise.COMMITS_ONCE, made.stream().map(Audit::named).toList(), reported);
        findings.same(
                Promise.COMMITS_ONCE,
                made.stream().map(FakeCommit::ticket).distinct().count(),
                (long) made.size());
    }

    private static String named(FakeCommit made) {
        return made.ticket() + " " + made.hash();
    }

    /**
     * A call or a check leaves no traces, so each one that started must have been answered, and
     * each call charged, except those rejected by a limit or an unavailable network.
     */
    private void restartsAreCharged() {
        long calls = effectCount(InvokeAgent.class::isInstance);
        findings.same(
                Promise.RESTARTS_CHARGED,
                calls + " calls answered",
                answered(InvokeAgent.class) + " calls answered");
        findings.same(
                Promise.RESTARTS_CHARGED,
                calls - refusalCount() + childCalls() + " calls charged",
                run.state().usage().meter().agentCalls() + " calls charged");
        findings.same(
                Promise.RESTARTS_CHARGED,
                effectCount(RunCheck.class::isInstance) + " checks answered",
                answered(RunCheck.class) + " checks answered");
    }

    private long childCalls() {
        return charged().mapToLong(report -> report.usage().agentCalls()).sum();
    }

    /** The reports of the child runs that are charged to this run. */
    private Stream<ChildReport> charged() {
        return run.events().stream()
                .filter(ChildEnded.class::isInstance)
                .map(ChildEnded.class::cast)
                .filter(ended -> isCharged(ended.list()))
                .map(ChildEnded::report);
    }

    private boolean isCharged(String list) {
        return run.state()
                .workflow()
                .children()
                .exists(step -> step.list().equals(list) && step.definition().isDefined());
    }

    private long refusalCount() {
        return run.moments().stream()
                .filter(
                        moment ->
                                moment.event() instanceof AgentFailed failed
                                        && answers(moment, failed)
                                        && failed.fault().kind().remedy()
                                                == Fault.Remedy.WAIT_OR_OTHER_AGENT
                                        && failed.spend().tokens().contains(0L))
                .count();
    }

    private long effectCount(Predicate<ExternalEffect> kind) {
        return run.witness().started().stream().filter(each -> kind.test(each.effect())).count();
    }

    private long answered(Class<? extends ExternalEffect> kind) {
        return run.moments().stream()
                .filter(
                        moment ->
                                moment.event() instanceof Event.Answer answer
                                        && answers(moment, answer)
                                        && moment.before()
                                                .slots()
                                                .inFlight()
                                                .running()
                                                .exists(kind::isInstance))
                .count();
    }

    private static boolean answers(SimulationStep moment, Event.Answer answer) {
        return moment.before().awaits(answer.ticket())
                && !(answer instanceof NotDone
                        || answer instanceof SessionStarted
                        || answer instanceof EffectStarted);
    }

    private void nothingIsRefunded() {
        long millis = 0;
        long tokens =
                charged().mapToLong(each -> each.usage().tokens().reported().getOrElse(0L)).sum();
        for (var moment : run.moments()) {
            var spend = spend(moment.event());
            millis += spend.millis();
            tokens += spend.tokens().getOrElse(0L);
            var before = moment.before().usage();
            var after = moment.after().usage();
            if (!isKept(before, after, moment.event()))
                findings.broken(
                        Promise.NOTHING_REFUNDED,
                        "at event " + moment.number() + " no less than " + spentIn(before),
                        spentIn(after));
        }
        findings.same(
                Promise.NOTHING_REFUNDED,
                millis + " ms",
                run.state().usage().meter().wallMillis() + " ms");
        findings.same(
                Promise.NOTHING_REFUNDED,
                tokens + " tokens",
                run.state().usage().meter().tokens().reported().getOrElse(0L) + " tokens");
    }

    private static boolean isKept(Usage before, Usage after, Event event) {
        boolean counted =
                after.rewinds() >= before.rewinds()
                        && after.rewindsAtReset() >= before.rewindsAtReset()
                        && after.meter().agentCalls() >= before.meter().agentCalls()
                        && after.meter().wallMillis() >= before.meter().wallMillis();
        boolean routed =
                event instanceof RetryGranted
                        || before.routeUses()
                                .forAll(
                                        used ->
                                                after.routeUses().get(used._1()).getOrElse(0)
                                                        >= used._2());
        return counted
                && routed
                && (event instanceof BudgetRaised || after.budget().equals(before.budget()));
    }

    private static String spentIn(Usage spent) {
        return spent.rewinds()
                + " rewinds (counted from "
                + spent.rewindsAtReset()
                + "), "
                + spent.routeUses()
                + ", "
                + spent.meter()
                + " of "
                + spent.budget();
    }

    private static Spend spend(Event event) {
        if (event instanceof AgentFinished finished) return finished.spend();
        if (event instanceof AgentFailed failed) return failed.spend();
        if (event instanceof CheckPassed passed) return passed.spend();
        if (event instanceof CheckFailed failed) return failed.spend();
        return event instanceof EffectCancelled cancelled ? cancelled.spend() : Spend.NOTHING;
    }

    private void nothingIsUnderWay() {
        findings.require(
                run.state().slots().inFlight() instanceof InFlight.Idle,
                Promise.NOTHING_IN_FLIGHT,
                "nothing",
                run.state().slots().inFlight().toString());
    }
}
