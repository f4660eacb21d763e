package dev.foldline.testkit.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A reply of {@link FakeChatServer}: writes a complete HTTP response, or less. */
@FunctionalInterface
public interface ChatReply {
    /** Writes the response; the connection is closed afterwards. */
    void write(OutputStream out) throws IOException, InterruptedException;

    /** An answer in parts, with 100 input tokens and 20 output tokens. */
    static ChatReply text(String... parts) {
        return out -> {
            streamHeader(out);
            for (var part : parts) chunk(out, delta(part));
            chunk(out, finish("stop"));
            chunk(out, usage());
            chunk(out, "data: [DONE]\n\n");
            out.write("0\r\n\r\n".getBytes(UTF_8));
        };
    }

    /** An answer that stops for this reason. */
    static ChatReply stopped(String text, String reason) {
        return out -> {
            streamHeader(out);
            chunk(out, delta(text));
            chunk(out, finish(reason));
            chunk(out, "data: [DONE]\n\n");
            out.write("0\r\n\r\n".getBytes(UTF_8));
        };
    }

    /** An answer whose connection breaks after this text. */
    static ChatReply cut(String text) {
        return out -> {
            streamHeader(out);
            chunk(out, delta(text));
        };
    }

    /** A stream of these events, each as it is. */
    static ChatReply events(String... events) {
        return out -> {
            streamHeader(out);
            for (var event : events) chunk(out, "data: " + event + "\n\n");
            out.write("0\r\n\r\n".getBytes(UTF_8));
        };
    }

    /** A refusal, with OpenAI's error object. */
    static ChatReply refusal(int status, String code, String message, Map<String, String> headers) {
        var body = JsonMapper.shared().createObjectNode();
        body.putObject("error").put("message", message).put("type", "error").put("code", code);
        return whole(status, "application/json", body.toString(), headers);
    }

    /** A whole response. */
    static ChatReply whole(int status, String type, String body, Map<String, String> headers) {
        return out -> {
            var head = new StringBuilder("HTTP/1.1 " + status + " Reply\r\n");
            head.append("Content-Type: ").append(type).append("\r\n");
            headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
            head.append("Content-Length: ").append(body.getBytes(UTF_8).length);
            out.write((head + "\r\nConnection: close\r\n\r\n" + body).getBytes(UTF_8));
        };
    }

    /** Starts an answer with this text, and says nothing more until it is released. */
    static ChatReply stalled(String text, CountDownLatch release) {
        return out -> {
            streamHeader(out);
            chunk(out, delta(text));
            release.await();
        };
    }

    /** Accepts the request and never answers, until it is released. */
    static ChatReply silence(CountDownLatch release) {
        return out -> release.await();
    }

    private static void streamHeader(OutputStream out) throws IOException {
        out.write(
                ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
                                + "Transfer-Encoding: chunked\r\n\r\n")
                        .getBytes(UTF_8));
        out.flush();
    }

    private static void chunk(OutputStream out, String text) throws IOException {
        var bytes = text.getBytes(UTF_8);
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(UTF_8));
        out.write(bytes);
        out.write("\r\n".getBytes(UTF_8));
        out.flush();
    }

    private static String delta(String text) {
        var part = JsonMapper.shared().createObjectNode();
        part.putArray("choices").addObject().putObject("delta").put("content", text);
        return "data: " + part + "\n\n";
    }

    private static String finish(String reason) {
        var part = JsonMapper.shared().createObjectNode();
        ObjectNode choice = part.putArray("choices").addObject();
        choice.putObject("delta");
        choice.put("finish_reason", reason);
        return "data: " + part + "\n\n";
    }

    private static String usage() {
        return "data:"
                   + " {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}\n\n";
    }
}
