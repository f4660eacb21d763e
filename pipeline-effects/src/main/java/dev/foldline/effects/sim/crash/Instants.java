package dev.foldline.effects.sim.crash;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.sim.CrashPoint;
import dev.foldline.effects.sim.Run;

/** What a crash point is in words, seen in the undisturbed run. */
final class Instants {
    private Instants() {}

    static String named(Run calm, CrashPoint point) {
        return calm.witness().passages().stream().filter(passage -> passage.point().equals(point)).findFirst()
                .map(passage -> switch (point.moment()) {
                    case BEFORE_APPEND -> "before " + event(calm, passage.onDisk() + 1);
                    case IN_APPEND     -> "while writing " + event(calm, passage.onDisk() + 1);
                    case AFTER_APPEND  -> "after " + event(calm, passage.onDisk());
                    case IN_DEED       -> "in the middle of " + deed(calm, passage.onDisk());
                    case AFTER_DEED    -> "after " + deed(calm, passage.onDisk()) + " and before its event";
                }).orElse(point.moment() + " " + point.nth());
    }

    private static String event(Run calm, int number) { return "event " + number + ", " + name(calm.events().get(number - 1)); }

    private static String name(Event event) {
        return event instanceof EffectStarted(_, var deed) ? "the intent of " + deed.fingerprint() : event.getClass().getSimpleName();
    }

    private static String deed(Run calm, int onDisk) {
        for (int i = onDisk - 1; i > 0; i--) {
            if (calm.events().get(i) instanceof EffectStarted(_, var deed)) return deed.fingerprint();
        }
        return "a deed";
    }
}
