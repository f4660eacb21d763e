package dev.foldline.app.server;

import dev.foldline.app.user.UserEntry;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.io.IOException;
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
 * and sets a signed cookie that is valid for a day or until it is ended, also for the next server
 * of the repository. Ending all logins also revokes the links.
 */
public final class Login {
    /** The user who requested a link, at the same machine. */
    static final Duration LINK_LASTS = Duration.ofMinutes(10);

    /** The length of a working day, and what comes after it. */
    static final Duration SESSION_LASTS = Duration.ofHours(24);

    private final InstantSource clock;
    private final LoginFile file;
    private final Map<String, Invitation> codes = new HashMap<>();
    private LoginFile.Content content;

    /** A link that has not been used. */
    private record Invitation(Instant until, Option<UserEntry> user) {}

    /** Logins that end with the server. */
    public Login(InstantSource clock) {
        this(clock, LoginFile.inMemory());
    }

    /** Logins that the next server knows, if the file can be written. */
    Login(InstantSource clock, LoginFile file) {
        this.clock = clock;
        this.file = file;
        this.content = stored(file);
    }

    private static LoginFile.Content stored(LoginFile file) {
        try {
            var known = file.read();
            if (known.isDefined()) return known.get();
            var fresh = fresh();
            file.write(fresh);
            return fresh;
        } catch (IOException | UnsupportedOperationException unwritable) {
            return fresh();
        }
    }

    private static LoginFile.Content fresh() {
        return new LoginFile.Content(SignedLogin.key(), LinkedHashMap.empty());
    }

    /** The secret of a new link for the owner of the server. */
    public String invite() {
        return invite(Option.none());
    }

    /** The secret of a new link. */
    synchronized String invite(Option<UserEntry> user) {
        var secret = ServerToken.draw();
        codes.put(secret, new Invitation(clock.instant().plus(LINK_LASTS), user));
        return secret;
    }

    /**
     * Returns the secret for the cookie of a link; none if the link is used, expired or unknown.
     */
    public synchronized Optional<String> enter(String code) {
        var now = clock.instant();
        codes.values().removeIf(each -> !each.until().isAfter(now));
        var invitation =
                Option.ofOptional(Optional.ofNullable(codes.remove(code)).map(Invitation::user))
                        .orElse(() -> Option.when(isSignedLink(code, now), Option.none()));
        return invitation
                .map(
                        user ->
                                SignedLogin.create(
                                                SignedLogin.Use.COOKIE,
                                                clock.instant().plus(SESSION_LASTS),
                                                user)
                                        .signed(content.key()))
                .toJavaOptional();
    }

    /** Uses up a link that another process of the user's has signed. */
    private boolean isSignedLink(String code, Instant now) {
        var link = SignedLogin.parse(SignedLogin.Use.LINK, code, content.key());
        if (!link.exists(each -> isOpen(each, now))) return false;
        end(link.get(), now);
        return true;
    }

    private boolean isOpen(SignedLogin login, Instant now) {
        return login.until().isAfter(now) && !content.ended().containsKey(login.id());
    }

    private void end(SignedLogin login, Instant now) {
        keep(
                new LoginFile.Content(
                        content.key(),
                        content.ended()
                                .filterValues(end -> end.isAfter(now))
                                .put(login.id(), login.until())));
    }

    /**
     * The secret of a link for the server that uses a file, made by another process.
     *
     * @return none if no server has written the file
     */
    static Optional<String> signedLink(LoginFile file, Instant now) throws IOException {
        return file.read()
                .map(
                        known ->
                                SignedLogin.create(
                                                SignedLogin.Use.LINK,
                                                now.plus(LINK_LASTS),
                                                Option.none())
                                        .signed(known.key()))
                .toJavaOptional();
    }

    /** From now on this cookie opens nothing. */
    public synchronized void leave(String session) {
        var now = clock.instant();
        for (var login : SignedLogin.parse(SignedLogin.Use.COOKIE, session, content.key()))
            end(login, now);
    }

    /** From now on no cookie and no link opens that was given until now. */
    public synchronized void leaveAll() {
        codes.clear();
        keep(fresh());
    }

    /** What cannot be written holds as long as this server. */
    private void keep(LoginFile.Content changed) {
        content = changed;
        try {
            file.write(changed);
        } catch (IOException | UnsupportedOperationException unwritable) {
            return;
        }
    }

    /** The login of a cookie, if it is valid. */
    synchronized Option<SignedLogin> valid(String cookie) {
        var now = clock.instant();
        return SignedLogin.parse(SignedLogin.Use.COOKIE, cookie, content.key())
                .filter(login -> isOpen(login, now));
    }

    /** Those of these cookies that open. */
    synchronized List<String> opening(Collection<String> cookies) {
        return cookies.stream().filter(cookie -> valid(cookie).isDefined()).toList();
    }
}
