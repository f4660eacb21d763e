package dev.foldline.testkit.crash;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.script.Precedents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Converts a log to precedents: each outcome is stored under the key by which a simulation finds
 * it.
 */
final class PrecedentLog {
    private static final Fault REMEMBERED =
            Fault.of(Fault.Kind.LOST, "it was lost in the recorded run");

    private final AnsweredCalls sofar = new AnsweredCalls();
    private final Map<String, List<Event>> answers = new HashMap<>();
    private final Map<String, List<Event>> collected = new HashMap<>();
    private final Map<String, Fault> failures = new HashMap<>();
    private final Set<String> stopped = new HashSet<>();
    private final List<Precedents.RecordedInput> asked = new ArrayList<>();
    private final Map<String, String> childFailures = new HashMap<>();
    private PipelineState state;

    PrecedentLog(PipelineState start) {
        this.state = start;
    }

    Precedents of(List<Event> events) {
        for (Event event : events.subList(1, events.size())) {
            var reported = remembered(event);
            note(reported);
            sofar.note(reported);
            state = Pipeline.reduce(state, event);
        }
        return new Precedents(answers, collected, failures, stopped, asked, childFailures);
    }

    /** Returns whether this is the outcome of the effect in progress, which was not cancelled. */
    static boolean isAnswer(PipelineState state, Event event) {
        return event instanceof Event.Answer answer
                && state.awaits(answer.ticket())
                && !state.isFree()
                && !(event instanceof RunEvent.NotDone
                        || event instanceof RunEvent.EffectCancelled
                        || event instanceof AgentEvent.SessionStarted);
    }

    /**
     * An effect lost in the recorded crash becomes an ordinary fault, so that its cost is the same.
     */
    static Event remembered(Event event) {
        return switch (event) {
            case AgentEvent.AgentFailed e when e.fault().equals(AnsweredCalls.LOST) ->
                    new AgentEvent.AgentFailed(
                            e.ticket(),
                            REMEMBERED,
                            e.session(),
                            e.spend(),
                            e.at(),
                            e.reverted(),
                            e.notes());
            case RunEvent.EffectFailed e when e.fault().equals(AnsweredCalls.LOST) ->
                    new RunEvent.EffectFailed(e.ticket(), REMEMBERED);
            case Event other -> other;
        };
    }

    private void note(Event event) {
        if (event instanceof InputEvent input) accept(input);
        else if (state.isFree()) inline(event);
        else state.slots().inFlight().running().forEach(effect -> became(effect, event));
    }

    private void accept(InputEvent input) {
        if (!input.isOfChild()) asked.add(new Precedents.RecordedInput(sofar.effects(), input));
        else if (input instanceof InputEvent.ChildEnded ended && !ended.report().isCompleted())
            childFailures.put(ended.list() + "/" + ended.item(), ended.report().why());
    }

    private void became(ExternalEffect effect, Event event) {
        var key = AnsweredCalls.key(effect);
        if (event instanceof RunEvent.EffectCancelled)
            stopped.add(AnsweredCalls.occasion(effect, sofar.of(key)));
        if (isAnswer(state, event) && !(event instanceof ChildEvent))
            answers.computeIfAbsent(key, _ -> new ArrayList<>()).add(event);
    }

    private void inline(Event event) {
        if (event instanceof FileEvent.ArtifactAccepted e)
            collected.computeIfAbsent(e.artifact(), _ -> new ArrayList<>()).add(event);
        if (event instanceof FileEvent.ArtifactRefused e)
            collected.computeIfAbsent(e.artifact(), _ -> new ArrayList<>()).add(event);
        if (event instanceof RunEvent.EffectFailed(_, var fault, _)
                && Pipeline.decide(state).effect() instanceof FileEffect effect)
            failures.put(sofar.occasion(effect), fault);
    }
}
