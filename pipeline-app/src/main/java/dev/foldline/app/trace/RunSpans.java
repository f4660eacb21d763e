package dev.foldline.app.trace;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.TraceContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * Folds the events of a run into the spans of its trace. A span is complete with the event that
 * ends it, so each is returned once; the same log always gives the same spans.
 */
final class RunSpans {
    private final EffectSpans effects;
    private Option<Span> run = Option.none();
    private Option<Span> phase = Option.none();
    private Option<Span> effect = Option.none();
    private Option<Span> wait = Option.none();

    /**
     * @param agents names the providers of agents
     */
    RunSpans(AgentRegistry agents) {
        this.effects = new EffectSpans(agents);
    }

    /** Returns the spans that are complete with this event. */
    Vector<Span> next(ReplayStep step) {
        var state = step.after();
        if (step.event() instanceof SessionStarted session) return inSession(session, step);
        if (step.before().filter(state::equals).isPresent()) return Vector.empty();
        var progress = Progress.of(state);
        if (run.isEmpty() && !(progress instanceof Progress.Stopped))
            run = Option.of(runSpan(step));
        Vector<Span> complete =
                switch (step.event()) {
                    case EffectStarted started -> start(started, step);
                    case NotDone _ -> {
                        effect = Option.none();
                        yield Vector.empty();
                    }
                    case PhaseEntered entered -> enter(entered, step);
                    case Event.Answer answer -> answer(answer, step);
                    case Event _ -> Vector.empty();
                };
        return complete.appendAll(follow(progress, step));
    }

    private Vector<Span> inSession(SessionStarted session, ReplayStep step) {
        effect =
                effect.map(
                        open ->
                                open.context().equals(context(step, session.ticket()))
                                        ? EffectSpans.inSession(open, session)
                                        : open);
        return Vector.empty();
    }

    private Vector<Span> start(EffectStarted started, ReplayStep step) {
        effect =
                Option.of(
                        effects.starting(started, context(step, started.ticket()), step.at())
                                .below(parent()));
        return Vector.empty();
    }

    private Vector<Span> answer(Event.Answer answer, ReplayStep step) {
        var ended =
                effect.filter(open -> open.context().equals(context(step, answer.ticket())))
                        .map(open -> EffectSpans.withAnswer(open, answer).ending(step.at()))
                        .toVector();
        if (ended.nonEmpty()) effect = Option.none();
        return ended;
    }

    private Vector<Span> enter(PhaseEntered entered, ReplayStep step) {
        var left = phase.map(open -> open.ending(step.at())).toVector();
        var state = step.after();
        phase =
                Option.of(
                        Span.starting(
                                        context(step, entered.ticket()),
                                        new Span.Label(
                                                Span.Kind.INTERNAL,
                                                "phase " + state.effectKey().phase()),
                                        step.at())
                                .below(run.map(Span::context))
                                .with("foldline.stage", state.effectKey().stage())
                                .with("foldline.turn", state.at().turn() + 1L)
                                .with("foldline.attempt", (long) state.usage().tally().attempt()));
        return left;
    }

    /** Ends the wait that is over, and everything if the run has stopped; starts a new wait. */
    private Vector<Span> follow(Progress progress, ReplayStep step) {
        Vector<Span> ended = Vector.empty();
        var name = progress instanceof Progress.Waiting(var what) ? what : "";
        if (wait.exists(open -> !open.label().name().equals(name))) {
            ended = ended.appendAll(wait.map(open -> open.ending(step.at())));
            wait = Option.none();
        }
        if (wait.isEmpty() && !name.isEmpty())
            wait =
                    Option.of(
                            Span.starting(
                                            part(step, "wait-" + step.seq()),
                                            new Span.Label(Span.Kind.INTERNAL, name),
                                            step.at())
                                    .below(parent()));
        return progress instanceof Progress.Stopped(var outcome, var error)
                ? ended.appendAll(stop(outcome, error, step.at()))
                : ended;
    }

    private Vector<Span> stop(String outcome, Option<String> error, Instant at) {
        var ended =
                Vector.of(
                                effect.map(open -> open.with(Span.ERROR, "lost")),
                                phase.map(open -> open.with(Span.ERROR, error)),
                                run.map(
                                        open ->
                                                open.with("foldline.outcome", outcome)
                                                        .with(Span.ERROR, error)))
                        .flatMap(each -> each)
                        .map(open -> open.ending(at));
        effect = Option.none();
        phase = Option.none();
        run = Option.none();
        return ended;
    }

    private Option<TraceContext> parent() {
        return phase.orElse(run).map(Span::context);
    }

    /** A run that is retried after a halt has another span in the same trace. */
    private static Span runSpan(ReplayStep step) {
        var state = step.after();
        var workflow = state.workflow().name();
        return Span.starting(
                        part(step, "run-" + step.seq()),
                        new Span.Label(Span.Kind.INTERNAL, "invoke_workflow " + workflow),
                        step.at())
                .causedBy(
                        state.header()
                                .parent()
                                .map(
                                        parent ->
                                                TraceContext.of(
                                                        new ProcessMarker(
                                                                parent.run(),
                                                                parent.spawnTicket()))))
                .with("gen_ai.operation.name", "invoke_workflow")
                .with("gen_ai.workflow.name", workflow)
                .with("foldline.run", state.header().run());
    }

    private static TraceContext context(ReplayStep step, long ticket) {
        return TraceContext.of(new ProcessMarker(step.after().header().run(), ticket));
    }

    private static TraceContext part(ReplayStep step, String part) {
        return TraceContext.of(step.after().header().run(), part);
    }

    /** Whether a run works, waits or has stopped. */
    private sealed interface Progress {
        record Active() implements Progress {}

        record Waiting(String name) implements Progress {}

        /** It has ended, or it has halted until a retry. */
        record Stopped(String outcome, Option<String> error) implements Progress {}

        static Progress of(PipelineState state) {
            return switch (Pipeline.decide(state).effect()) {
                case Control.Stop(var outcome) -> ended(outcome);
                case Control.Wait(var awaited, _) when awaited.nonEmpty() -> of(awaited.head());
                case Effect _ -> new Active();
            };
        }

        private static Progress of(WaitCondition condition) {
            return switch (condition) {
                case WaitCondition.Resolution(var gate) ->
                        new Waiting("wait for gate " + gate.id());
                case WaitCondition.Resumption _ -> new Waiting("wait while paused");
                case WaitCondition.BudgetRaise _ -> new Waiting("wait for budget");
                case WaitCondition.Intervention(var fault) ->
                        new Stopped("halted", Option.of(EffectSpans.error(fault)));
                case WaitCondition.Timer(_, var fault) ->
                        new Waiting("wait after " + EffectSpans.error(fault));
                case WaitCondition.Call _ -> new Waiting("wait for worker");
                case WaitCondition.PullRequestNews _ -> new Waiting("wait for pull request");
                case WaitCondition.ChildrenEnds _ -> new Waiting("wait for child runs");
            };
        }

        private static Progress ended(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Completed _ -> new Stopped("completed", Option.none());
                case Outcome.Failed(var fault) ->
                        new Stopped("failed", Option.of(EffectSpans.error(fault)));
                case Outcome.Rejected _ -> new Stopped("rejected", Option.none());
                case Outcome.Aborted _ -> new Stopped("aborted", Option.none());
            };
        }
    }
}
