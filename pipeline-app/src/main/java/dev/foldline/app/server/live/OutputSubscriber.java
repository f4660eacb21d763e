package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;
import dev.foldline.app.view.TerminalOutputs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A subscriber that also receives the output of the terminals. A thread of its own reads it, so it
 * delays no other message.
 */
final class OutputSubscriber implements Subscriber, AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Subscriber client;
    private final ReentrantLock sending = new ReentrantLock();
    private final Thread reader;

    OutputSubscriber(Subscriber client, String workflow, TerminalOutputs outputs) {
        this.client = client;
        this.reader =
                Thread.ofVirtual().name("output-" + workflow).start(() -> read(workflow, outputs));
    }

    private void read(String workflow, TerminalOutputs outputs) {
        try (outputs) {
            while (true) {
                var lines = outputs.next().map(line -> StreamMessage.outputText(workflow, line));
                if (lines.nonEmpty()) hearPassing(lines);
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IOException | UserError gone) {
            // The thread that sends the other messages finds out as well.
            return;
        }
    }

    private interface Sending {
        void send() throws IOException, InterruptedException;
    }

    private void one(Sending message) throws IOException, InterruptedException {
        sending.lockInterruptibly();
        try {
            message.send();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void receive(Vector<StreamMessage> messages) throws IOException, InterruptedException {
        one(() -> client.receive(messages));
    }

    @Override
    public void hearPassing(Vector<String> messages) throws IOException, InterruptedException {
        one(() -> client.hearPassing(messages));
    }

    @Override
    public void sendLagged(StreamPosition after) throws IOException, InterruptedException {
        one(() -> client.sendLagged(after));
    }

    @Override
    public void keepAlive() throws IOException, InterruptedException {
        one(client::keepAlive);
    }

    @Override
    public void bye() throws IOException, InterruptedException {
        one(client::bye);
    }

    @Override
    public void close() {
        reader.interrupt();
    }
}
