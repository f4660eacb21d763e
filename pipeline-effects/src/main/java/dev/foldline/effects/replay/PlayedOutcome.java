package dev.foldline.effects.replay;

import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;

/** Decides which outcomes are taken from the log, because they came from outside. */
final class PlayedOutcome {
    private PlayedOutcome() {}

    /**
     * Returns whether an effect is not carried out: what is on the PATH, what trials showed, why
     * git refused, and the working trees of child runs.
     */
    static boolean isPlayed(ExternalEffect effect, Event outcome) {
        return switch (effect) {
            case SwitchModel _, ForgeEffect _, TryTests _ -> true;
            case ReleaseWorktree release when release.child().isDefined() -> true;
            case GitEffect _, ChangeEffect _ ->
                    outcome instanceof EffectCancelled
                            || outcome instanceof EffectFailed failed
                                    && failed.fault().kind() != Fault.Kind.CONFLICT;
            default -> false;
        };
    }
}
