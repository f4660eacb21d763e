package dev.foldline.core;

import dev.foldline.core.effect.ExternalEffect;

import io.vavr.control.Option;

/** The external effect in progress; there is at most one. */
public sealed interface InFlight {

    /** No external effect is in progress. */
    record Idle() implements InFlight {
        @Override
        public Option<ExternalEffect> running() {
            return Option.none();
        }
    }

    /** Started by the current driver. */
    record Known(long ticket, ExternalEffect effect) implements InFlight {
        @Override
        public Option<ExternalEffect> running() {
            return Option.of(effect);
        }
    }

    /** Started by a driver that died. The reconciler has to find out whether it was completed. */
    record Unknown(long ticket, ExternalEffect effect) implements InFlight {
        @Override
        public Option<ExternalEffect> running() {
            return Option.of(effect);
        }
    }

    InFlight IDLE = new Idle();

    /** Returns the effect, if one is in progress. */
    Option<ExternalEffect> running();
}
