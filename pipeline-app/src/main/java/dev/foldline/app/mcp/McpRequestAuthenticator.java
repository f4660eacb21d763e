package dev.foldline.app.mcp;

import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.server.RequestAuthenticator.Verdict;
import dev.foldline.app.user.ServerUser;
import dev.foldline.core.command.Author;

import io.modelcontextprotocol.common.McpTransportContext;

import io.vavr.control.Option;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Authenticates MCP clients with the {@link RequestAuthenticator}; they have no logins. */
final class McpRequestAuthenticator extends HttpFilter {
    private static final long serialVersionUID = 1L;

    /** The name of the attribute that holds the author of a request. */
    static final String AUTHOR = "dev.foldline.author";

    /** The name of the attribute that holds the role of the user. */
    static final String ROLE = "dev.foldline.role";

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
                        Optional.empty(),
                        new RequestAuthenticator.Connection(
                                request.getRemoteAddr(),
                                name -> Collections.list(request.getHeaders(name)))),
                Option.none())) {
            case Verdict.Admitted(var user, _) -> admitted(user, request, response, inside);
            case Verdict.Foreign _, Verdict.Elsewhere _ ->
                    response.sendError(HttpServletResponse.SC_FORBIDDEN);
            case Verdict.Unknown _ -> {
                response.setHeader("WWW-Authenticate", "Bearer");
                response.setHeader("Connection", "close");
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            }
        }
    }

    /** A token can be stolen: what works for a run has tools of its own, and none of these. */
    private static void admitted(
            ServerUser user,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain inside)
            throws IOException, ServletException {
        if (request.getMethod().equals("POST")) {
            var author =
                    CallerCheck.client(
                            Author.Channel.MCP, request.getRemotePort(), request.getLocalPort());
            if (author.isLeft()) {
                response.sendError(HttpServletResponse.SC_FORBIDDEN, author.getLeft());
                return;
            }
            var client = author.get();
            Supplier<Author> named = () -> user.author(client.get());
            request.setAttribute(AUTHOR, named);
            request.setAttribute(ROLE, user.role());
        }
        inside.doFilter(request, response);
    }

    /** Carries the author of a request to the tool that it calls. */
    static McpTransportContext context(HttpServletRequest request) {
        var author = request.getAttribute(AUTHOR);
        return author == null
                ? McpTransportContext.EMPTY
                : McpTransportContext.create(
                        Map.of(AUTHOR, author, ROLE, request.getAttribute(ROLE)));
    }

    private static Optional<String> header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name));
    }
}
