package dev.foldline.app.server;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How a browser comes in, which cannot send the token by itself: by a link that opens once and leaves a cookie. */
public final class Login {
    private final Set<String> codes = ConcurrentHashMap.newKeySet();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();

    /** The secret of a new link. */
    public String invite() {
        var code = Token.draw();
        codes.add(code);
        return code;
    }

    /** The secret of the cookie for whoever comes by a link; none if it has been used, or never was one. */
    public Optional<String> enter(String code) {
        if (!codes.remove(code)) return Optional.empty();
        var session = Token.draw();
        sessions.add(session);
        return Optional.of(session);
    }

    /** The secrets of all cookies that open. */
    Collection<String> sessions() { return List.copyOf(sessions); }
}
