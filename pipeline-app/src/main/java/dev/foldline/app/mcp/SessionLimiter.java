package dev.foldline.app.mcp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * Limits the number of sessions. When one more starts, the least recently used one ends, and its
 * client gets an error at its next request.
 */
final class SessionLimiter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final String SESSION = "Mcp-Session-Id";

    private final int max;
    private final transient HttpServlet transport;

    /** Sessions in order of use; some may have ended. */
    private final LinkedHashSet<String> known = new LinkedHashSet<>();

    /**
     * @param transport takes the end of a session as clients tell it
     */
    SessionLimiter(int max, HttpServlet transport) {
        this.max = max;
        this.transport = transport;
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        Optional.ofNullable(request.getHeader(SESSION)).ifPresent(this::heardOf);
        inside.doFilter(request, response);
        var started =
                request.getHeader(SESSION) == null
                        ? Optional.ofNullable(response.getHeader(SESSION))
                        : Optional.<String>empty();
        var ended = started.flatMap(this::start);
        if (ended.isPresent())
            transport.service(new Ending(request, ended.get()), new Unheard(response));
    }

    private synchronized void heardOf(String session) {
        if (known.contains(session)) known.addLast(session);
    }

    /** Which one has to end for that. */
    private synchronized Optional<String> start(String session) {
        known.add(session);
        return known.size() > max ? Optional.of(known.removeFirst()) : Optional.empty();
    }

    /** What a client says to end its session. */
    private static final class Ending extends HttpServletRequestWrapper {
        private final String session;

        Ending(HttpServletRequest request, String session) {
            super(request);
            this.session = session;
        }

        @Override
        public String getMethod() {
            return "DELETE";
        }

        @Override
        public String getHeader(String name) {
            return name.equalsIgnoreCase(SESSION) ? session : super.getHeader(name);
        }
    }

    /** Ignores the answer, because another one was sent. */
    private static final class Unheard extends HttpServletResponseWrapper {
        Unheard(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setStatus(int status) {}

        @Override
        public void sendError(int status) {}

        @Override
        public void sendError(int status, String message) {}

        @Override
        public PrintWriter getWriter() {
            return new PrintWriter(PrintWriter.nullWriter());
        }
    }
}
