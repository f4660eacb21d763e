package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;
import dev.foldline.core.PipelineBug;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Renders the page for a browser that is not logged in: the reason and how to log in. Its style is
 * inline, because no other file is served without a login. Its script keeps the address, of which
 * the server does not receive the part behind {@code #}, for the time after the login.
 */
record UnauthorizedPage(String content, String policy) {
    static final String TYPE = "text/html;charset=utf-8";
    private static final String SCRIPT = "return.js";

    /** Returns whether the client accepts HTML; programs accept anything, or JSON. */
    static boolean isRead(Request request) {
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT).contains("text/html");
    }

    /**
     * @param refusal in words of ours alone
     * @param address by which the server was called, which is one of its own
     */
    static UnauthorizedPage of(ApiException refusal, String address) throws IOException {
        var style = file("page/style.css");
        var script = file(SCRIPT);
        var content =
                file("outside.html")
                        .replace("{style}", style)
                        .replace("{script}", script)
                        .replace(
                                "{icon}",
                                file("page/icon.svg")
                                        .replace(
                                                "<svg ",
                                                "<svg width=\"22\" height=\"22\""
                                                        + " aria-hidden=\"true\" "))
                        .replace("{why}", refusal.message())
                        .replace("{minutes}", Long.toString(Login.LINK_LASTS.toMinutes()))
                        .replace("{address}", address);
        return new UnauthorizedPage(
                content,
                "default-src 'none'; img-src data:; style-src 'sha256-"
                        + hash(style)
                        + "'; script-src 'sha256-"
                        + hash(script)
                        + "'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    }

    private static String file(String name) throws IOException {
        try (var file = UnauthorizedPage.class.getResourceAsStream(name)) {
            if (file == null) throw new FileNotFoundException(name);
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }
}
