package dev.foldline.effects.json;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidTypeIdException;

/** Text that is not what it was read as. The message says what is wrong and where; the text was left as it was. */
public final class WireFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What Jackson tells a programmer to switch on or off helps nobody who has a damaged file. */
    private static final Pattern ADVICE = Pattern.compile("(; `| \\(set `| \\(but | \\(start marker|: disable ).*");

    WireFault(String message) {
        super(message);
    }

    private WireFault(String message, Throwable cause) {
        super(message, cause);
    }

    static WireFault of(String what, JacksonException cause) {
        return new WireFault("cannot read " + what + ": " + problem(cause) + place(cause), cause);
    }

    private static String problem(JacksonException cause) {
        if (cause instanceof InvalidTypeIdException unknown && WireNames.isSealed(unknown.getBaseType().getRawClass())) {
            var known = String.join(", ", WireNames.cases(unknown.getBaseType().getRawClass()).keySet());
            return unknown.getTypeId() == null ? "no type, which is one of " + known
                    : "unknown type \"" + unknown.getTypeId() + "\", known are " + known;
        }
        return ADVICE.matcher(cause.getOriginalMessage().lines().findFirst().orElse("malformed")).replaceFirst("");
    }

    private static String place(JacksonException cause) {
        var path = cause.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining());
        var location = cause.getLocation();
        var column = location == null || location.getColumnNr() < 0 ? "" : ", column " + location.getColumnNr();
        return " (at " + (path.isEmpty() ? "the top" : path.substring(path.startsWith(".") ? 1 : 0)) + column + ")";
    }
}
