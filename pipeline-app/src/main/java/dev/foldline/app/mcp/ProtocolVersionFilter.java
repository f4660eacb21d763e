package dev.foldline.app.mcp;

import io.modelcontextprotocol.spec.McpSchema;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Refuses requests under a version of the protocol that is not spoken here; the SDK answers them as
 * if it were.
 */
final class ProtocolVersionFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final String HEADER = "MCP-Protocol-Version";

    private final transient List<String> supported;

    ProtocolVersionFilter(List<String> supported) {
        this.supported = supported;
    }

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        var version = request.getHeader(HEADER);
        if (version == null || supported.contains(version)) {
            inside.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setContentType("application/json");
        var message = HEADER + " is not supported here; use one of " + String.join(", ", supported);
        response.getOutputStream()
                .write(
                        Envelope.error("null", McpSchema.ErrorCodes.INVALID_REQUEST, message)
                                .getBytes(StandardCharsets.UTF_8));
    }
}
