package dev.foldline.core.state;

import dev.foldline.core.effect.Deed;
import io.vavr.control.Option;

/** The deed under way. At most one. */
public sealed interface InFlight {

    /** Nothing is under way. */
    record Idle() implements InFlight {}

    /** Started by the driver that lives. */
    record Known(long ticket, Deed deed) implements InFlight {}

    /** Started by a driver that died: whether it was done has to be looked up. */
    record Unknown(long ticket, Deed deed) implements InFlight {}

    InFlight IDLE = new Idle();

    default Option<Deed> underway() {
        return switch (this) {
            case Idle _               -> Option.none();
            case Known(_, var deed)   -> Option.of(deed);
            case Unknown(_, var deed) -> Option.of(deed);
        };
    }
}
