package dev.foldline.app.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The page that a browser asked for before it was signed in, and returns to afterwards. It comes
 * from a cookie that any server on this machine can set, so only a path of this server counts.
 */
final class ReturnAddress {
    static final String COOKIE = "foldline_return";

    /** The header that lets a browser forget its cookie: a later login leads elsewhere. */
    static final String FORGOTTEN = COOKIE + "=; Max-Age=0; Path=/login; SameSite=Lax";

    private static final String FIRST = "/";
    private static final int LENGTH_MAX = 2000;

    /** A path without empty segments, since {@code //host} is another server; no {@code \}. */
    private static final Pattern OWN =
            Pattern.compile(
                    "(?!/login\\b)(?:/[\\w.~!$&'()*+,;=:@%-]+)*/?(?:\\?[\\w.~!$&'()*+,;=:@%/?-]*)?"
                            + "(?:#[\\w.~!$&'()*+,;=:@%/?-]*)?");

    private ReturnAddress() {}

    /** The address that the value of the cookie names; the first page if it names no own path. */
    static String of(String cookie) {
        var address = decoded(cookie);
        return address.startsWith(FIRST)
                        && address.length() <= LENGTH_MAX
                        && OWN.matcher(address).matches()
                ? address
                : FIRST;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return FIRST;
        }
    }
}
