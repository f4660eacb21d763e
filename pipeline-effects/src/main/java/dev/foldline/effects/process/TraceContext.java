package dev.foldline.effects.process;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A span of a run's trace, as W3C Trace Context names it. The ids follow from the run and the part
 * of it: they are the same for every driver.
 *
 * @param trace 32 hexadecimal digits
 * @param span 16 hexadecimal digits
 */
public record TraceContext(String trace, String span) {
    /** The variable from which a child process learns its parent span. */
    public static final String VARIABLE = "TRACEPARENT";

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /** Returns the span of the effect that a marker names. */
    public static TraceContext of(ProcessMarker marker) {
        return of(marker.run(), Long.toString(marker.ticket()));
    }

    /**
     * Returns the span of a part of a run.
     *
     * @param part unique within the run
     */
    public static TraceContext of(String run, String part) {
        return new TraceContext(
                hash(run).substring(0, TRACE_DIGITS),
                hash(run + "/" + part).substring(0, SPAN_DIGITS));
    }

    /** Returns the value of {@link #VARIABLE}: the span is recorded, and so should its children. */
    public String text() {
        return "00-" + trace + "-" + span + "-01";
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException absent) {
            throw new AssertionError(absent);
        }
    }
}
