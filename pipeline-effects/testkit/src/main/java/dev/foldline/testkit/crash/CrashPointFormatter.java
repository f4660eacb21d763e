package dev.foldline.testkit.crash;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.SimulationResult;

/** Describes a crash point by its event in the undisturbed run. */
final class CrashPointFormatter {
    private CrashPointFormatter() {}

    static String named(SimulationResult calm, CrashPoint point) {
        return calm.witness().passages().stream()
                .filter(passage -> passage.point().equals(point))
                .findFirst()
                .map(
                        passage ->
                                switch (point.moment()) {
                                    case BEFORE_APPEND ->
                                            "before " + event(calm, passage.onDisk() + 1);
                                    case IN_APPEND ->
                                            "while writing " + event(calm, passage.onDisk() + 1);
                                    case AFTER_APPEND -> "after " + event(calm, passage.onDisk());
                                    case IN_EFFECT ->
                                            "in the middle of " + effectAt(calm, passage.onDisk());
                                    case AFTER_EFFECT ->
                                            "after "
                                                    + effectAt(calm, passage.onDisk())
                                                    + " and before its event";
                                })
                .orElse(point.moment() + " " + point.nth());
    }

    private static String event(SimulationResult calm, int number) {
        return "event " + number + ", " + name(calm.events().get(number - 1));
    }

    private static String name(Event event) {
        return event instanceof EffectStarted(_, var effect)
                ? "the intent of " + effect.fingerprint()
                : event.getClass().getSimpleName();
    }

    private static String effectAt(SimulationResult calm, int onDisk) {
        for (int i = onDisk - 1; i > 0; i--) {
            if (calm.events().get(i) instanceof EffectStarted(_, var effect))
                return effect.fingerprint();
        }
        return "an effect";
    }
}
