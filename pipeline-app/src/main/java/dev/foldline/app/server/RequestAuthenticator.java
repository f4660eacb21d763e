package dev.foldline.app.server;

import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Authenticates requests by a token, by the cookie of a login, or by the user that the trusted
 * proxy names. Rejects pages from other origins: {@code Host} and {@code Origin} must name this
 * machine, or be the server's public address.
 */
public final class RequestAuthenticator {
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final int USUAL_PORT = 80;
    private static final String SCHEME = "http://";

    private static final String BEARER = "Bearer ";
    private static final String NO_CREDENTIALS =
            "show the token, or open the link that the server printed";

    private final String expected;
    private final Option<PublicAddress> publicAddress;
    private final UserRegistry users;
    private final ServerLog log;
    private final Option<String> repository;

    /** Of a server that is reached on this machine only, by its token or that of a user. */
    public RequestAuthenticator(String token, UserRegistry users) {
        this(token, Option.none(), users, ServerLog.off());
    }

    /**
     * @param log receives a line for each header with a user that is not from the trusted proxy
     */
    public RequestAuthenticator(
            String token, Option<PublicAddress> publicAddress, UserRegistry users, ServerLog log) {
        this(token, publicAddress, users, log, Option.none());
    }

    private RequestAuthenticator(
            String token,
            Option<PublicAddress> publicAddress,
            UserRegistry users,
            ServerLog log,
            Option<String> repository) {
        this.expected = token;
        this.publicAddress = publicAddress;
        this.users = users;
        this.log = log;
        this.repository = repository;
    }

    /** The same for the requests to one repository: it admits the users who may see it. */
    RequestAuthenticator of(String name) {
        return new RequestAuthenticator(expected, publicAddress, users, log, Option.of(name));
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
            Optional<String> cookie,
            Connection connection) {
        /** The token that it shows, or an empty text. */
        String token() {
            return authorization
                    .filter(text -> text.startsWith(BEARER))
                    .map(text -> text.substring(BEARER.length()))
                    .orElse("");
        }
    }

    /**
     * From where a request comes, and what else it says.
     *
     * @param peer the address of the client
     * @param headers the values of a header
     */
    public record Connection(String peer, Function<String, List<String>> headers) {}

    /** What becomes of it. */
    public sealed interface Verdict {
        /**
         * @param byLogin whether by the cookie of a login alone
         */
        record Admitted(ServerUser user, boolean byLogin) implements Verdict {}

        /** By a user who may see other repositories only. */
        record Elsewhere() implements Verdict {}

        /** From elsewhere, or by a name that is not this machine's. */
        record Foreign() implements Verdict {}

        /** It shows nothing that opens. */
        record Unknown(String reason) implements Verdict {}
    }

    /**
     * @param login the user of the login whose cookie it shows
     */
    public Verdict judge(Credentials shown, Option<ServerUser> login) {
        return judge(shown, login, log);
    }

    /** The same for a request that has been judged before: nothing is logged twice. */
    Verdict judgeAgain(Credentials shown, Option<ServerUser> login) {
        return judge(shown, login, ServerLog.off());
    }

    private Verdict judge(Credentials shown, Option<ServerUser> login, ServerLog lines) {
        var verdict = identify(shown, login, lines);
        return verdict instanceof Verdict.Admitted(var user, _)
                        && repository.exists(name -> !user.isFor(name))
                ? new Verdict.Elsewhere()
                : verdict;
    }

    private Verdict identify(Credentials shown, Option<ServerUser> login, ServerLog lines) {
        if (!isAtHome(shown)) return new Verdict.Foreign();
        for (var proxy : users.proxy()) {
            var named = shown.connection().headers().apply(proxy.header());
            if (named.isEmpty()) continue;
            if (proxy.isPeer(shown.connection().peer(), shown.token())) return named(named);
            lines.ignored(proxy.header(), shown.connection().peer());
        }
        return (isSame(shown.token(), expected)
                        ? Option.of(ServerUser.OWNER)
                        : users.withToken(shown.token()))
                .<Verdict>map(user -> new Verdict.Admitted(user, false))
                .orElse(() -> login.map(user -> new Verdict.Admitted(user, true)))
                .getOrElse(new Verdict.Unknown(NO_CREDENTIALS));
    }

    /** The user that the trusted proxy names: exactly one, who is known here. */
    private Verdict named(List<String> names) {
        return Option.when(names.size() == 1, names::getFirst)
                .flatMap(users::named)
                .<Verdict>map(user -> new Verdict.Admitted(user, false))
                .getOrElse(new Verdict.Unknown("the proxy names no user of this server"));
    }

    /** Whether it calls the server by a name of its own, and comes from no page of others. */
    boolean isAtHome(Credentials knock) {
        return knock.host().filter(host -> isHost(host, knock.port())).isPresent()
                && knock.origin().filter(origin -> !isOrigin(origin, knock.port())).isEmpty();
    }

    private boolean isHost(String host, int port) {
        return isOwn(host, port) || publicAddress.exists(each -> each.isHost(host));
    }

    private boolean isOrigin(String origin, int port) {
        return origin.startsWith(SCHEME) && isOwn(origin.substring(SCHEME.length()), port)
                || publicAddress.exists(each -> each.isOrigin(origin));
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
