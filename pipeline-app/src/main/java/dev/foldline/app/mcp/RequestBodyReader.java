package dev.foldline.app.mcp;

import dev.foldline.app.server.ServerLimits;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Opens what is posted: an {@link Envelope} that is not sound is answered here, and goes no
 * further.
 */
final class RequestBodyReader extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final int bodyBytesMax;
    private final transient Set<String> tools;

    /**
     * @param tools the names of those that can be called
     */
    RequestBodyReader(int bodyBytesMax, Set<String> tools) {
        this.bodyBytesMax = bodyBytesMax;
        this.tools = tools;
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        if (!request.getMethod().equals("POST")) {
            inside.doFilter(request, response);
            return;
        }
        var body = request.getInputStream().readNBytes(bodyBytesMax + 1);
        if (body.length > bodyBytesMax) {
            ServerLimits.discard(request.getInputStream(), bodyBytesMax);
            response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        } else
            switch (Envelope.of(new String(body, StandardCharsets.UTF_8), tools)) {
                case Envelope.Sound _ -> inside.doFilter(new Opened(request, body), response);
                case Envelope.Unsound(var answer, var isUnderstood) ->
                        refuse(
                                response,
                                isUnderstood
                                        ? HttpServletResponse.SC_OK
                                        : HttpServletResponse.SC_BAD_REQUEST,
                                answer);
            }
    }

    private static void refuse(HttpServletResponse response, int status, String answer)
            throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    }

    /** A request whose body was read. */
    private static final class Opened extends HttpServletRequestWrapper {
        private final byte[] body;

        Opened(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Body(new ByteArrayInputStream(body));
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(
                    new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8));
        }
    }

    /** It has all arrived. */
    private static final class Body extends ServletInputStream {
        private final ByteArrayInputStream body;

        Body(ByteArrayInputStream body) {
            this.body = body;
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return body.read(into, offset, length);
        }

        @Override
        public boolean isFinished() {
            return body.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("it is not read asynchronously");
        }
    }
}
