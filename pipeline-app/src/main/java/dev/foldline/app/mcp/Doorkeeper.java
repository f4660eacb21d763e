package dev.foldline.app.mcp;

import dev.foldline.app.server.Door;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Lets in whom the {@link Door} lets in; clients of MCP have no logins. */
final class Doorkeeper extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient Door door;

    Doorkeeper(Door door) { this.door = door; }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain inside) throws IOException, ServletException {
        switch (door.judge(new Door.Knock(request.getLocalPort(), header(request, "Host"), header(request, "Origin"), header(request, "Authorization"), Optional.empty()), List.of())) {
            case ADMITTED -> inside.doFilter(request, response);
            case FOREIGN  -> response.sendError(HttpServletResponse.SC_FORBIDDEN);
            case UNKNOWN  -> {
                response.setHeader("WWW-Authenticate", "Bearer");
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            }
        }
    }

    private static Optional<String> header(HttpServletRequest request, String name) { return Optional.ofNullable(request.getHeader(name)); }
}
