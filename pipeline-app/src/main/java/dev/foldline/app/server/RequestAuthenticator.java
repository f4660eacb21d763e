package dev.foldline.app.server;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Authenticates requests by the token or by the cookie of a login. Rejects pages from other
 * origins: {@code Host} and {@code Origin} must name this machine, or be the server's public
 * address.
 */
public final class RequestAuthenticator {
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final int USUAL_PORT = 80;
    private static final String SCHEME = "http://";

    private final String expected;
    private final Option<PublicAddress> publicAddress;

    /** Of a server that is reached on this machine only. */
    public RequestAuthenticator(String token) {
        this(token, Option.none());
    }

    public RequestAuthenticator(String token, Option<PublicAddress> publicAddress) {
        this.expected = "Bearer " + token;
        this.publicAddress = publicAddress;
    }

    /**
     * What a request says of itself.
     *
     * @param port on which it came in
     * @param cookie the secret of a login, if it has one
     */
    public record Credentials(
            int port,
            Optional<String> host,
            Optional<String> origin,
            Optional<String> authorization,
            Optional<String> cookie) {}

    /** What becomes of it. */
    public enum Verdict {
        ADMITTED,
        /** From elsewhere, or by a name that is not this machine's. */
        FOREIGN,
        /** It shows nothing that opens. */
        UNKNOWN
    }

    /**
     * @param sessions the secrets that logins have left in browsers
     */
    public Verdict judge(Credentials knock, Collection<String> sessions) {
        if (!isAtHome(knock)) return Verdict.FOREIGN;
        var opens =
                knock.authorization().filter(shown -> isSame(shown, expected)).isPresent()
                        || knock.cookie()
                                .filter(
                                        shown ->
                                                sessions.stream()
                                                        .anyMatch(
                                                                session -> isSame(shown, session)))
                                .isPresent();
        return opens ? Verdict.ADMITTED : Verdict.UNKNOWN;
    }

    /** Whether it calls the server by a name of its own, and comes from no page of others. */
    boolean isAtHome(Credentials knock) {
        return knock.host().filter(host -> isHost(host, knock.port())).isPresent()
                && knock.origin().filter(origin -> !isOrigin(origin, knock.port())).isEmpty();
    }

    private boolean isHost(String host, int port) {
        return isOwn(host, port) || publicAddress.exists(each -> each.authority().equals(host));
    }

    private boolean isOrigin(String origin, int port) {
        return origin.startsWith(SCHEME) && isOwn(origin.substring(SCHEME.length()), port)
                || publicAddress.exists(each -> each.url().equals(origin));
    }

    /** Where the port is the usual one, a browser leaves it out. */
    private static boolean isOwn(String host, int port) {
        return OWN_NAMES.stream()
                .anyMatch(
                        name ->
                                host.equals(name + ":" + port)
                                        || port == USUAL_PORT && host.equals(name));
    }

    /** Compared in the same time wherever it differs. */
    private static boolean isSame(String shown, String expected) {
        return MessageDigest.isEqual(
                shown.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
