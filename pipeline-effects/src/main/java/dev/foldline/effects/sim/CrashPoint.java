package dev.foldline.effects.sim;

import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.Locale;

/** When the driver's process dies: at the n-th such moment of the whole run, counted from 1 and on through restarts. */
public record CrashPoint(Moment moment, int nth) {

    /** Where a death can hit. */
    public enum Moment {
        /** Before an event is written: before an intent, or between a deed and its event. */
        BEFORE_APPEND,
        /** While an event is written: half a line is left, and repaired. */
        IN_APPEND,
        /** When an event is on disk and nobody has acted on it. */
        AFTER_APPEND,
        /** When a deed has begun and is not done. */
        IN_DEED,
        /** When a deed is done and has not been told. */
        AFTER_DEED
    }

    /** The words for it, such as {@code in-deed:3}. */
    public String words() { return moment.name().toLowerCase(Locale.ROOT).replace('_', '-') + ":" + nth; }

    /** The point with these words, if there is one. */
    public static Option<CrashPoint> read(String words) {
        int colon = words.indexOf(':');
        if (colon < 0 || !words.substring(colon + 1).matches("[1-9]\\d{0,6}")) return Option.none();
        int nth = Integer.parseInt(words.substring(colon + 1));
        return Vector.of(Moment.values()).map(moment -> new CrashPoint(moment, nth)).find(point -> point.words().equals(words));
    }

    /** The process is gone. Nobody catches it but the simulation, which starts another. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Crash(CrashPoint point) { super("crashed at " + point, null, false, false); }
    }
}
