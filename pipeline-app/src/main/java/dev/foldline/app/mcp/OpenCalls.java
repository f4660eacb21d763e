package dev.foldline.app.mcp;

import io.modelcontextprotocol.spec.McpSchema;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The calls of one client that are not yet answered, by the ids of their requests. The SDK tells a
 * tool nothing of its request: the id goes with the call in its {@code _meta}.
 */
final class OpenCalls {
    private static final String CANCELLED = "notifications/cancelled";
    private static final String META = "_meta";
    private static final String REQUEST = "dev.foldline/request";

    private final Map<Object, AtomicBoolean> cancelled = new ConcurrentHashMap<>();

    /** The message as the SDK gets it. */
    McpSchema.JSONRPCMessage register(McpSchema.JSONRPCMessage message) {
        return switch (message) {
            case McpSchema.JSONRPCRequest request
                    when request.method().equals(McpSchema.METHOD_TOOLS_CALL)
                            && request.params() instanceof Map<?, ?> params ->
                    opened(request, params);
            case McpSchema.JSONRPCNotification notification
                    when notification.method().equals(CANCELLED)
                            && notification.params() instanceof Map<?, ?> params -> {
                cancel(params.get("requestId"));
                yield notification;
            }
            default -> message;
        };
    }

    private McpSchema.JSONRPCMessage opened(McpSchema.JSONRPCRequest request, Map<?, ?> params) {
        cancelled.put(request.id(), new AtomicBoolean());
        Map<Object, Object> named = new LinkedHashMap<>(params);
        Map<Object, Object> meta =
                params.get(META) instanceof Map<?, ?> given
                        ? new LinkedHashMap<>(given)
                        : new LinkedHashMap<>();
        meta.put(REQUEST, request.id());
        named.put(META, meta);
        return new McpSchema.JSONRPCRequest(
                request.jsonrpc(), request.method(), request.id(), named);
    }

    /** What was answered already, or never asked, is ignored, as the protocol has it. */
    private void cancel(@Nullable Object request) {
        var open = request == null ? null : cancelled.get(request);
        if (open != null) open.set(true);
    }

    /** Whether the client still wants this answer; it is open no more. */
    boolean isWanted(McpSchema.JSONRPCResponse answer) {
        var open = answer.id() == null ? null : cancelled.remove(answer.id());
        return open == null || !open.get();
    }

    /** Whether the client has cancelled this call. */
    BooleanSupplier cancellation(McpSchema.CallToolRequest call) {
        var id = call.meta() == null ? null : call.meta().get(REQUEST);
        var open = id == null ? null : cancelled.get(id);
        return open == null ? () -> false : open::get;
    }
}
