package dev.foldline.app.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;

import reactor.core.publisher.Mono;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Transports JSON-RPC over lines of standard input and output. An invalid line gets an error and is
 * not passed on, because the SDK would disconnect. The end of input is reported after all requests
 * are answered.
 */
final class StdioTransport {
    /** An artifact may have 4 MiB, and escaping can make it longer. */
    static final int LINE_BYTES_MAX = 16 << 20;

    private static final ErrorsAsMessages WRITER =
            new ErrorsAsMessages(McpJsonDefaults.getMapper());
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final InputStream in;
    private final PrintStream out;
    private final Set<String> tools;
    private final OpenCalls open = new OpenCalls();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private int unanswered;
    private boolean isStarted;

    /**
     * @param tools the names of those that can be called
     */
    StdioTransport(InputStream in, PrintStream out, Set<String> tools) {
        this.tools = tools;
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    /** The messages of the client, one a line. */
    InputStream input() {
        return new Messages();
    }

    /** The transport that reads them, but says what is said itself. */
    McpServerTransport answering(McpServerTransport read) {
        return new Answers(read);
    }

    /** The calls that are not yet answered. */
    OpenCalls open() {
        return open;
    }

    /** Waits until the client has gone. */
    void awaitEnd() throws InterruptedException {
        over.await();
    }

    /** The message of a line, as the SDK gets it; a line that is none has been answered. */
    private Optional<McpSchema.JSONRPCMessage> message(String line) throws IOException {
        return switch (Envelope.of(line, tools)) {
            case Envelope.Sound(var message) -> {
                if (message instanceof McpSchema.JSONRPCRequest request) receive(request);
                else
                    isStarted |=
                            message instanceof McpSchema.JSONRPCNotification reported
                                    && reported.method()
                                            .equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
                yield Optional.of(open.register(message));
            }
            case Envelope.Unsound(var answer, _) -> {
                writeLine(answer);
                yield Optional.empty();
            }
        };
    }

    /** What is asked before the greeting is over has no right to an answer. */
    private void receive(McpSchema.JSONRPCRequest request) {
        if (isStarted || request.method().equals(McpSchema.METHOD_INITIALIZE)) count(1);
    }

    private void count(int more) {
        lock.lock();
        try {
            unanswered += more;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitAnswers() {
        lock.lock();
        try {
            long left = PATIENCE.toNanos();
            while (unanswered > 0 && left > 0 && !out.checkError())
                left = answered.awaitNanos(left);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** One whole line, whatever other threads say. */
    private void writeLine(String line) throws IOException {
        lock.lock();
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            if (out.checkError()) {
                answered.signalAll();
                throw new IOException("the client does not listen any more");
            }
        } finally {
            lock.unlock();
        }
    }

    /** The lines that are messages. */
    private final class Messages extends InputStream {
        private byte[] line = {};
        private int next;

        @Override
        public int read() throws IOException {
            return fill() ? line[next++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) return 0;
            if (!fill()) return -1;
            int given = Math.min(length, line.length - next);
            System.arraycopy(line, next, into, offset, given);
            next += given;
            return given;
        }

        private boolean fill() throws IOException {
            while (next == line.length) {
                var found = new ByteArrayOutputStream();
                int last = readLine(found);
                if (last < 0 && found.size() == 0) {
                    awaitAnswers();
                    over.countDown();
                    return false;
                }
                accept(found);
            }
            return true;
        }

        private void accept(ByteArrayOutputStream found) throws IOException {
            var text = found.toString(StandardCharsets.UTF_8).strip();
            if (found.size() > LINE_BYTES_MAX)
                writeLine(
                        Envelope.error(
                                "null",
                                McpSchema.ErrorCodes.PARSE_ERROR,
                                "Parse error: longer than " + LINE_BYTES_MAX + " bytes"));
            else if (!text.isEmpty()) {
                var message = message(text);
                if (message.isEmpty()) return;
                line =
                        (WRITER.writeValueAsString(message.get()) + "\n")
                                .getBytes(StandardCharsets.UTF_8);
                next = 0;
            }
        }

        /** Reads to the end of the line, and keeps no more of it than shows that it is too long. */
        private int readLine(ByteArrayOutputStream into) throws IOException {
            int each = in.read();
            while (each >= 0 && each != '\n') {
                if (into.size() <= LINE_BYTES_MAX) into.write(each);
                each = in.read();
            }
            return each;
        }
    }

    /**
     * What the server says. Each thread says it itself: in the SDK's own transport one that waits a
     * tenth of a second for another is an error, which ends the conversation, and with many calls
     * at once on a busy machine that does happen.
     */
    private final class Answers implements McpServerTransport {
        private final McpServerTransport read;

        Answers(McpServerTransport read) {
            this.read = read;
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromCallable(
                            () -> {
                                if (!(message instanceof McpSchema.JSONRPCResponse answer)
                                        || open.isWanted(answer))
                                    writeLine(WRITER.writeValueAsString(message));
                                if (message instanceof McpSchema.JSONRPCResponse) count(-1);
                                return message;
                            })
                    .then();
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return read.unmarshalFrom(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return read.closeGracefully();
        }

        @Override
        public List<String> protocolVersions() {
            return read.protocolVersions();
        }
    }
}
