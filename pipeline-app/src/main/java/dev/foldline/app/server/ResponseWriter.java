package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;
import dev.foldline.core.PipelineBug;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a response and its headers: not at all if the client has it already, compressed if the
 * client reads that.
 */
record ResponseWriter(Request request, Response response, Callback callback) {
    private static final int COMPRESSED_BYTES_MIN = 1024;
    private static final int TAG_BYTES = 16;

    void challenge(ApiException refusal) {
        if (refusal.status() != 401) return;
        response.getHeaders().put("WWW-Authenticate", "Bearer");
        response.getHeaders().put("Connection", "close");
    }

    void write(int status, String type, String content) {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        if (status == 200 && isRead() && isKnown(bytes)) {
            response.setStatus(304);
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
        var written = bytes;
        if (bytes.length >= COMPRESSED_BYTES_MIN && readsGzip()) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            written = compressed(bytes);
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, written.length);
        response.write(
                true,
                request.getMethod().equals("HEAD")
                        ? ByteBuffer.allocate(0)
                        : ByteBuffer.wrap(written),
                callback);
    }

    private boolean isRead() {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    /** Names the content by its hash, and returns whether the client has named the same. */
    private boolean isKnown(byte[] content) {
        var tag = "W/\"" + hash(content) + "\"";
        response.getHeaders().put(HttpHeader.ETAG, tag);
        return request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .anyMatch(known -> known.equals(tag) || known.equals(tag.substring(2)));
    }

    private boolean readsGzip() {
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
    }

    private static byte[] compressed(byte[] content) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        } catch (IOException never) {
            throw new PipelineBug("cannot compress in memory", never);
        }
        return compressed.toByteArray();
    }

    private static String hash(byte[] content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }
}
