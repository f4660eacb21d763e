package dev.foldline.effects.json;

import tools.jackson.core.JacksonException;

import java.util.regex.Pattern;

/** Describes JSON errors without the settings and classes of the parser. */
public final class JsonErrors {
    private static final Pattern INTERNAL =
            Pattern.compile(
                    " ?\\([^()]*\\[Source: .*\\)|, from `[^`]*`|(?<=\\(\\d{1,9}), from"
                            + " [^)]*(?=\\))");

    private JsonErrors() {}

    /** Returns the description on one line. */
    public static String describe(JacksonException error) {
        return INTERNAL.matcher(error.getOriginalMessage().lines().findFirst().orElse("not JSON"))
                .replaceAll("");
    }
}
