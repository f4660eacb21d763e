package dev.foldline.app.server.live;

import io.vavr.collection.Vector;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A workflow's messages as Server-Sent Events. A message's {@code id} is its position. */
record EventStream(MessageLog log, OutputStream out) implements Subscriber {
    private static final Duration COME_BACK_AFTER = Duration.ofSeconds(2);

    /** Names the position at which it starts, so that a client that comes back misses nothing. */
    static EventStream begin(Subscription wanted, Request request, Response response)
            throws IOException {
        response.getHeaders().put("Content-Type", "text/event-stream;charset=utf-8");
        var stream =
                new EventStream(wanted.log(), Response.asBufferedOutputStream(request, response));
        stream.write("retry: " + COME_BACK_AFTER.toMillis() + "\n");
        if (wanted.log().subject().isEmpty())
            stream.write("id: " + wanted.log().id(wanted.after()) + "\n");
        stream.write("\n");
        return stream;
    }

    @Override
    public void receive(Vector<StreamMessage> messages) throws IOException {
        write(
                messages.map(each -> "id: " + log.id(each.at()) + "\ndata: " + each.json() + "\n\n")
                        .mkString());
    }

    @Override
    public void hearPassing(Vector<String> messages) throws IOException {
        write(messages.map(each -> "data: " + each + "\n\n").mkString());
    }

    @Override
    public void sendLagged(StreamPosition after) throws IOException {
        write("data: " + StreamMessage.laggedText(log, after) + "\n\n");
    }

    @Override
    public void keepAlive() throws IOException {
        write(": keepalive\n\n");
    }

    @Override
    public void bye() throws IOException {
        write("event: bye\ndata: {}\n\n");
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
