package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The secret by which a server of ours knows its clients.
 *
 * @param toShow the same if it was just generated, to be printed once
 */
public record ServerToken(String text, Optional<String> toShow) {
    private static final Pattern GOOD = Pattern.compile("[\\w.~+/=-]{16,512}");
    private static final int BYTES = 32;

    /**
     * The one that a variable names, else a new one.
     *
     * @throws UserError if it is too easy to guess, or cannot be sent
     */
    public static ServerToken of(Map<String, String> environment, String variable) {
        var given = Optional.ofNullable(environment.get(variable));
        if (given.isEmpty()) {
            var drawn = draw();
            return new ServerToken(drawn, Optional.of(drawn));
        }
        if (!GOOD.matcher(given.get()).matches())
            throw new UserError(
                    variable + " must have 16 to 512 letters, digits or -._~+/=",
                    "",
                    "choose one of 16 to 512 characters, or unset " + variable,
                    ExitCode.USAGE);
        return new ServerToken(given.get(), Optional.empty());
    }

    /** Creates a random secret of letters that are valid in a link. */
    static String draw() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
