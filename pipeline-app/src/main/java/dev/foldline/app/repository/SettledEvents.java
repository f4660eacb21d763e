package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;

/**
 * Which events start or report what others see: commits, merges, pushes and runs. They are written
 * only when the whole log has been checked. So is the start of a driver that finds one of them
 * unfinished, since it changes the repository to find out how far that came.
 */
final class SettledEvents {
    private SettledEvents() {}

    /**
     * @param before the state before the event
     */
    static boolean isSeen(Event event, PipelineState before) {
        return event instanceof EffectStarted(_, var effect) && isSeen(effect)
                || event instanceof GitEvent && !(event instanceof TreeInspected)
                || event instanceof DriverStarted
                        && before.slots().inFlight().running().exists(SettledEvents::isSeen);
    }

    private static boolean isSeen(ExternalEffect effect) {
        return switch (effect) {
            case AgentEffect _, CheckEffect _ -> false;
            case ChangeEffect.RestoreGuarded _ -> true;
            case ChangeEffect _ -> false;
            case GitEffect.InspectTree _, GitEffect.ObserveWork _, GitEffect.CountCommits _ ->
                    false;
            case GitEffect _, ForgeEffect _, ChildEffect _ -> true;
        };
    }
}
