package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;

/** Each call that reached its provider counts once, and nothing else does. */
public final class SpendLaws {
    private SpendLaws() {}

    public static void check(Transition t) {
        if (t.event() instanceof ChildEnded || t.answered().exists(SpawnChild.class::isInstance))
            return;
        int calls =
                t.after().usage().meter().agentCalls() - t.before().usage().meter().agentCalls();
        int expected = t.call().isDefined() && reached(t.event()) ? 1 : 0;
        require(calls == expected, calls + " calls are counted after " + t.event());
        long millis =
                t.after().usage().meter().wallMillis() - t.before().usage().meter().wallMillis();
        if (t.call().isDefined())
            require(millis == millis(t.event()), millis + " ms are counted after " + t.event());
    }

    /** A limit that is met before anything was spent refuses the call. */
    private static boolean reached(Event event) {
        return switch (event) {
            case AgentEvent.AgentFailed failed ->
                    !isLimit(failed.fault()) || !failed.spend().tokens().contains(0L);
            case RunEvent.EffectFailed failed -> !isLimit(failed.fault());
            case AgentEvent.AgentFinished _, RunEvent.EffectCancelled _ -> true;
            case Event _ -> false;
        };
    }

    private static boolean isLimit(Fault fault) {
        return fault.kind().remedy() == Remedy.WAIT_OR_OTHER_AGENT;
    }

    private static long millis(Event event) {
        return switch (event) {
            case AgentEvent.AgentFailed failed -> failed.spend().millis();
            case AgentEvent.AgentFinished finished -> finished.spend().millis();
            case RunEvent.EffectCancelled cancelled -> cancelled.spend().millis();
            case Event _ -> 0;
        };
    }
}
