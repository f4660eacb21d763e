package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.call.ApiResponse;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;

import java.util.Optional;

/**
 * Exchanges login links for cookies, and reads the cookies of later requests.
 *
 * @param publicAddress by which browsers reach the server, if not by this machine's name
 * @param mounts the repositories that browsers may return to
 */
record BrowserLogins(
        Login login,
        Option<PublicAddress> publicAddress,
        UserRegistry users,
        Vector<RepositoryMount> mounts) {
    static final String PATH = "/login";
    private static final String COOKIE = "foldline-";

    /**
     * The cookie of a login that is valid, else any that the browser sends. The server before may
     * have had another port.
     */
    Optional<String> cookie(Request request) {
        var cookies =
                Request.getCookies(request).stream()
                        .filter(each -> each.getName().startsWith(COOKIE))
                        .map(HttpCookie::getValue)
                        .toList();
        return login.opening(cookies).stream().findFirst().or(() -> cookies.stream().findFirst());
    }

    /**
     * The user of the login that a request shows, if it is valid and the user has not been removed
     * or added again since.
     */
    Option<ServerUser> user(RequestAuthenticator.Credentials shown) {
        return Option.ofOptional(shown.cookie())
                .flatMap(login::valid)
                .flatMap(
                        each ->
                                each.user().isEmpty()
                                        ? Option.of(ServerUser.OWNER)
                                        : each.user().flatMap(users::of));
    }

    /** The address by which the server was called. */
    String address(Request request) {
        var host = String.valueOf(request.getHeaders().get("Host"));
        return publicAddress
                .filter(each -> each.isHost(host))
                .map(PublicAddress::url)
                .getOrElse("http://" + host);
    }

    /** Logs a browser in by its link, and sends it to the page that it asked for before. */
    ApiResponse enter(Request request, int port) {
        var session = login.enter(RequestContent.query(request).get("token").getOrElse(""));
        if (session.isEmpty())
            return new ApiResponse.Unauthorized(
                    new ApiException(
                            403,
                            "this link has been used, is older than "
                                    + Login.LINK_LASTS.toMinutes()
                                    + " minutes, or is none of this server's"));
        return new ApiResponse.LoggedIn(
                returnAddress(request),
                cookie(port, session.get()) + "; Max-Age=" + Login.SESSION_LASTS.toSeconds());
    }

    /** Another server on this machine, whose cookie it is, may serve other repositories. */
    private String returnAddress(Request request) {
        return Request.getCookies(request).stream()
                .filter(each -> each.getName().equals(ReturnAddress.COOKIE))
                .map(each -> ReturnAddress.of(each.getValue()))
                .filter(
                        address ->
                                !address.startsWith(RepositoryMount.PREFIX)
                                        || mounts.exists(each -> each.isAt(address)))
                .findFirst()
                .orElseGet(() -> ReturnAddress.of("/"));
    }

    /** The header that lets a browser forget its cookie. */
    String forgotten(int port) {
        return cookie(port, "") + "; Max-Age=0";
    }

    /** Browsers send a cookie to all ports of a machine, so the port is in its name. */
    private String cookie(int port, String secret) {
        return COOKIE
                + port
                + "="
                + secret
                + "; Path=/; HttpOnly; SameSite=Strict"
                + (publicAddress.exists(PublicAddress::isEncrypted) ? "; Secure" : "");
    }
}
