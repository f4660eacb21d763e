package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * The address by which browsers and programs reach a server through a tunnel or a reverse proxy.
 *
 * @param scheme {@code http} or {@code https}
 * @param authority host, and port if it is not the usual one, as the header {@code Host} has it
 */
public record PublicAddress(String scheme, String authority) {
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * Reads what a user has typed.
     *
     * @throws UserError if it is no address of a whole server
     */
    public static PublicAddress parse(String text) {
        var address = uri(text);
        var scheme = lower(address.getScheme());
        if (!SCHEMES.contains(scheme) || address.getHost() == null)
            throw invalid(text + " is not the address of a server");
        if (address.getRawUserInfo() != null
                || address.getRawQuery() != null
                || address.getRawFragment() != null)
            throw invalid(text + " has more than scheme, host and port");
        if (!address.getRawPath().isEmpty() && !address.getRawPath().equals("/"))
            throw invalid(
                    "cannot serve below the path " + address.getRawPath() + " of another server");
        int usual = scheme.equals("https") ? HTTPS : HTTP;
        int port = address.getPort();
        return new PublicAddress(
                scheme, lower(address.getHost()) + (port < 0 || port == usual ? "" : ":" + port));
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw invalid(text + " is not the address of a server");
        }
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    private static UserError invalid(String what) {
        return new UserError(
                what,
                "--public-url",
                "foldline serve --public-url https://foldline.example.org",
                ExitCode.USAGE);
    }

    /** Whether a header {@code Host} names it, in any case, with or without the usual port. */
    boolean isHost(String host) {
        var usual = ":" + (isEncrypted() ? HTTPS : HTTP);
        var named = lower(host);
        return named.equals(authority) || named.equals(authority + usual);
    }

    /** The same for a header {@code Origin}. */
    boolean isOrigin(String origin) {
        var start = scheme + "://";
        return lower(origin).startsWith(start) && isHost(origin.substring(start.length()));
    }

    /** As browsers send the header {@code Origin}, and as the start of a link. */
    public String url() {
        return scheme + "://" + authority;
    }

    boolean isEncrypted() {
        return scheme.equals("https");
    }
}
