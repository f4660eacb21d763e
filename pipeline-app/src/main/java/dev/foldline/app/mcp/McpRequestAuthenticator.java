package dev.foldline.app.mcp;

import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.core.command.Author;

import io.modelcontextprotocol.common.McpTransportContext;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Authenticates MCP clients with the {@link RequestAuthenticator}; they have no logins. */
final class McpRequestAuthenticator extends HttpFilter {
    private static final long serialVersionUID = 1L;

    /** The name of the attribute that holds the author of a request. */
    static final String AUTHOR = "dev.foldline.author";

    private final transient RequestAuthenticator door;

    McpRequestAuthenticator(RequestAuthenticator door) {
        this.door = door;
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        switch (door.judge(
                new RequestAuthenticator.Credentials(
                        request.getLocalPort(),
                        header(request, "Host"),
                        header(request, "Origin"),
                        header(request, "Authorization"),
                        Optional.empty()),
                List.of())) {
            case ADMITTED -> admitted(request, response, inside);
            case FOREIGN -> response.sendError(HttpServletResponse.SC_FORBIDDEN);
            case UNKNOWN -> {
                response.setHeader("WWW-Authenticate", "Bearer");
                response.setHeader("Connection", "close");
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            }
        }
    }

    /** A token can be stolen: what works for a run has tools of its own, and none of these. */
    private static void admitted(
            HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        if (request.getMethod().equals("POST")) {
            var author =
                    CallerCheck.client(
                            Author.Channel.MCP, request.getRemotePort(), request.getLocalPort());
            if (author.isLeft()) {
                response.sendError(HttpServletResponse.SC_FORBIDDEN, author.getLeft());
                return;
            }
            request.setAttribute(AUTHOR, author.get());
        }
        inside.doFilter(request, response);
    }

    /** Carries the author of a request to the tool that it calls. */
    static McpTransportContext context(HttpServletRequest request) {
        var author = request.getAttribute(AUTHOR);
        return author == null
                ? McpTransportContext.EMPTY
                : McpTransportContext.create(Map.of(AUTHOR, author));
    }

    private static Optional<String> header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name));
    }
}
