package dev.foldline.testkit.crash;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.state.Fault;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import java.util.HashMap;
import java.util.Map;

/**
 * Conversations that a call began before it died with its driver, by what the call was for. The
 * call in its place resumes the conversation. If the agent reports that the conversation is unknown
 * or full, this is another failure than in the undisturbed run, where the call began a new one.
 */
final class LostConversations {
    private final Map<String, String> started = new HashMap<>();
    private final Map<String, String> lost = new HashMap<>();

    private LostConversations() {}

    /** Returns whether a lost conversation could not be resumed. */
    static boolean areIn(SimulationResult run) {
        var conversations = new LostConversations();
        return run.moments().stream().anyMatch(conversations::isRefused);
    }

    private boolean isRefused(SimulationStep moment) {
        return call(moment).exists(call -> isRefused(call, AnsweredCalls.key(call), moment));
    }

    private boolean isRefused(InvokeAgent call, String key, SimulationStep moment) {
        switch (moment.event()) {
            case SessionStarted e when call.resumes().isEmpty() -> started.put(key, e.session());
            case AgentFailed e when e.fault().equals(AnsweredCalls.LOST) -> {
                if (started.containsKey(key)) lost.put(key, started.get(key));
            }
            case AgentFailed e -> {
                started.remove(key);
                return Option.of(lost.remove(key)).equals(call.resumes())
                        && call.resumes().isDefined()
                        && isOfConversation(e.fault().kind());
            }
            case AgentFinished _ -> {
                started.remove(key);
                lost.remove(key);
            }
            default -> {}
        }
        return false;
    }

    private static boolean isOfConversation(Fault.Kind kind) {
        return kind == Fault.Kind.SESSION_UNKNOWN || kind == Fault.Kind.CONTEXT_FULL;
    }

    private static Option<InvokeAgent> call(SimulationStep moment) {
        return moment.before()
                .slots()
                .inFlight()
                .running()
                .filter(InvokeAgent.class::isInstance)
                .map(InvokeAgent.class::cast);
    }
}
