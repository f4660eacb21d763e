package dev.foldline.app.mcp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Lets nobody in but those who know the token, and no page of a browser that was led here by another name: {@code Host} and
 * {@code Origin} must be this machine's own.
 */
final class Doorkeeper extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

    private final String expected;

    Doorkeeper(String token) { this.expected = "Bearer " + token; }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain inside) throws IOException, ServletException {
        if (!isOwn(request.getHeader("Host"), request.getLocalPort()) || !isOwnPage(request)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        } else if (!knowsTheToken(request.getHeader("Authorization"))) {
            response.setHeader("WWW-Authenticate", "Bearer");
            response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        } else {
            inside.doFilter(request, response);
        }
    }

    private static boolean isOwnPage(HttpServletRequest request) {
        var origin = request.getHeader("Origin");
        return origin == null || (origin.startsWith("http://") && isOwn(origin.substring("http://".length()), request.getLocalPort()));
    }

    private static boolean isOwn(@org.jspecify.annotations.Nullable String host, int port) {
        return host != null && OWN_NAMES.stream().anyMatch(name -> host.equals(name + ":" + port));
    }

    /** Compared in the same time wherever it differs. */
    private boolean knowsTheToken(@org.jspecify.annotations.Nullable String authorization) {
        return authorization != null && MessageDigest.isEqual(authorization.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
