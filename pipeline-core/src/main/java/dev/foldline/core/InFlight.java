package dev.foldline.core;

import dev.foldline.core.effect.ExternalEffect;

import io.vavr.control.Option;

/** The external effect in progress; there is at most one. */
public sealed interface InFlight {

    /** No external effect is in progress. */
    record Idle() implements InFlight {}

    /** Started by the current driver. */
    record Known(long ticket, ExternalEffect effect) implements InFlight {}

    /** Started by a driver that died. The reconciler has to find out whether it was completed. */
    record Unknown(long ticket, ExternalEffect effect) implements InFlight {}

    InFlight IDLE = new Idle();

    default Option<ExternalEffect> running() {
        return switch (this) {
            case Idle _ -> Option.none();
            case Known(_, var effect) -> Option.of(effect);
            case Unknown(_, var effect) -> Option.of(effect);
        };
    }
}
