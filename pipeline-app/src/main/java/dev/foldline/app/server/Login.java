package dev.foldline.app.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Logs in a browser, which cannot send the token by itself. A link works once, for a limited time,
 * and sets a cookie that is valid for a day or until it is ended. Ending all logins also revokes
 * the links.
 */
public final class Login {
    /** The user who requested a link, at the same machine. */
    static final Duration LINK_LASTS = Duration.ofMinutes(10);

    /** The length of a working day, and what comes after it. */
    static final Duration SESSION_LASTS = Duration.ofHours(24);

    private final InstantSource clock;
    private final Map<String, Instant> codes = new HashMap<>();
    private final Map<String, Instant> sessions = new HashMap<>();

    public Login(InstantSource clock) {
        this.clock = clock;
    }

    /** The secret of a new link. */
    public synchronized String invite() {
        return drawn(codes, LINK_LASTS);
    }

    /**
     * Returns the secret for the cookie of a link; none if the link is used, expired or unknown.
     */
    public synchronized Optional<String> enter(String code) {
        forget(codes);
        return codes.remove(code) == null
                ? Optional.empty()
                : Optional.of(drawn(sessions, SESSION_LASTS));
    }

    /** From now on this cookie opens nothing. */
    public synchronized void leave(String session) {
        sessions.remove(session);
    }

    /** From now on no cookie and no link opens that was given until now. */
    public synchronized void leaveAll() {
        codes.clear();
        sessions.clear();
    }

    /** The secrets of all cookies that open. */
    synchronized Collection<String> sessions() {
        forget(sessions);
        return List.copyOf(sessions.keySet());
    }

    private String drawn(Map<String, Instant> secrets, Duration lasts) {
        var secret = ServerToken.draw();
        secrets.put(secret, clock.instant().plus(lasts));
        return secret;
    }

    private void forget(Map<String, Instant> secrets) {
        var now = clock.instant();
        secrets.values().removeIf(end -> !end.isAfter(now));
    }
}
