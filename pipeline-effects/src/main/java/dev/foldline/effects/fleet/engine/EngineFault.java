package dev.foldline.effects.fleet.engine;

import io.vavr.control.Option;

import java.io.IOException;

/** Thrown if an engine does not answer, or refuses a request. The request may be repeated. */
public final class EngineFault extends IOException {
    private static final long serialVersionUID = 1L;

    private final Option<String> remedy;

    public EngineFault(String message) {
        this(message, Option.none());
    }

    private EngineFault(String message, Option<String> remedy) {
        super(message);
        this.remedy = remedy;
    }

    /**
     * Returns a fault of the connection's settings.
     *
     * @param remedy what the user has to change; until then each repetition fails too
     */
    public static EngineFault ofSettings(String message, String remedy) {
        return new EngineFault(message, Option.of(remedy));
    }

    /** Returns what the user has to change, if a repetition cannot succeed before. */
    public Option<String> remedy() {
        return remedy;
    }
}
