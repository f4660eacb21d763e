package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the query and the body of a request. */
record RequestContent(ServerLimits bounds) {

    static Map<String, String> query(Request request) {
        try {
            return Request.extractQueryParameters(request).stream()
                    .map(each -> io.vavr.Tuple.of(each.getName(), String.valueOf(each.getValue())))
                    .collect(LinkedHashMap.collector());
        } catch (IllegalArgumentException broken) {
            throw new ApiException(400, "the query is not written as it must be");
        }
    }

    String body(Request request) throws IOException {
        var body = bytes(request);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException broken) {
            throw new ApiException(400, "the body is not UTF-8");
        }
    }

    byte[] bytes(Request request) throws IOException {
        var body = received(request);
        if (body.length > bounds.bodyBytesMax())
            throw new ApiException(413, "at most " + bounds.bodyBytesMax() + " bytes are read");
        return body;
    }

    /** Drops the body of a request that is refused whatever it says. */
    void drop(Request request) {
        try {
            ServerLimits.discard(Request.asInputStream(request), 2L * bounds.bodyBytesMax());
        } catch (IOException | RuntimeException broken) {
            return;
        }
    }

    private byte[] received(Request request) throws IOException {
        try {
            var in = Request.asInputStream(request);
            var body = in.readNBytes(bounds.bodyBytesMax() + 1);
            if (body.length > bounds.bodyBytesMax())
                ServerLimits.discard(in, bounds.bodyBytesMax());
            return body;
        } catch (IOException | RuntimeException broken) {
            if (isMalformed(broken))
                throw new ApiException(400, "the body is incomplete, or its chunks are malformed");
            throw broken;
        }
    }

    private static boolean isMalformed(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(each -> each instanceof HttpException || each instanceof EofException);
    }
}
