package dev.foldline.testkit.simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Locale;

/**
 * A point at which the driver's process crashes: the n-th such moment of the whole run, counted
 * from 1 and across restarts.
 */
public record CrashPoint(Moment moment, int nth) {

    /** The kind of moment. */
    public enum Moment {
        /** Before an event is written: before an intent, or between an effect and its event. */
        BEFORE_APPEND,
        /** While an event is written: a partial line is left, and repaired. */
        IN_APPEND,
        /** After an event is written and before the driver acts on it. */
        AFTER_APPEND,
        /** After an effect has started and before it is completed. */
        IN_EFFECT,
        /** After an effect is completed and before it is reported. */
        AFTER_EFFECT
    }

    /** Returns the text form, for example {@code in-effect:3}. */
    public String words() {
        return moment.name().toLowerCase(Locale.ROOT).replace('_', '-') + ":" + nth;
    }

    /** Parses the text form, if it is valid. */
    public static Option<CrashPoint> read(String words) {
        int colon = words.indexOf(':');
        if (colon < 0 || !words.substring(colon + 1).matches("[1-9]\\d{0,6}")) return Option.none();
        int nth = Integer.parseInt(words.substring(colon + 1));
        return Vector.of(Moment.values())
                .map(moment -> new CrashPoint(moment, nth))
                .find(point -> point.words().equals(words));
    }

    /** Simulates a crash. Only the simulation catches it, and starts another driver. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Crash(CrashPoint point) {
            super("crashed at " + point, null, false, false);
        }
    }
}
