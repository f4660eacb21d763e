package dev.foldline.app.run;

import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.InboxMessage;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Delivers the messages of a run's inbox to its driver, and writes its redacted answers, until the
 * inbox's receiver is closed. The driver goes on while an answer is written: its event is on disk.
 */
final class CommandReceiver implements AutoCloseable {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);
    private static final int FAILURES_MAX = 100;

    private final RunDirectory run;
    private final InboxReceiver receiver;
    private final Consumer<DriverInput> driver;
    private final BiConsumer<String, Author> authors;
    private final Redaction redaction;
    private final Consumer<String> notice;
    private final ExecutorService answers =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("answers").factory());

    /**
     * @param authors receives the author of each message before the driver receives the message
     */
    CommandReceiver(
            RunDirectory run,
            InboxReceiver receiver,
            Consumer<DriverInput> driver,
            BiConsumer<String, Author> authors,
            Redaction redaction,
            Consumer<String> notice) {
        this.run = run;
        this.receiver = receiver;
        this.driver = driver;
        this.authors = authors;
        this.redaction = redaction;
        this.notice = notice;
    }

    /** Returns the thread that receives. */
    Thread start() {
        return Thread.ofVirtual().name("inbox").start(this::receive);
    }

    private void receive() {
        try (var received = new ReceivedMessages(run)) {
            for (int failures = 0; failures < FAILURES_MAX; ) {
                try {
                    var message = receiver.next();
                    if (message.isEmpty()) {
                        stopDriverWithoutLog();
                        return;
                    }
                    deliver(message.get(), received.find(message.get().name()).map(Wire::toJson));
                } catch (IOException | RuntimeException unreadable) {
                    failures++;
                    notice.accept("cannot read a message in the inbox: " + unreadable.getMessage());
                    stopDriverWithoutLog();
                    if (!rested()) return;
                }
            }
            notice.accept("the inbox failed: this run receives commands only after it is resumed");
        } catch (IOException unclosed) {
            notice.accept("cannot close the log: " + unclosed.getMessage());
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What fails fails again at once: a moment between two looks, unless the receiver is closed.
     */
    private static boolean rested() {
        try {
            Thread.sleep(AFTER_FAILURE);
            return true;
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * With its folder, a run has lost its log: the driver is not let work on for hours before it
     * notices.
     */
    private void stopDriverWithoutLog() {
        if (!Files.exists(run.events()))
            driver.accept(new DriverInput.CommandReceived(new Command.Pause(Urgency.NOW), _ -> {}));
    }

    private void deliver(InboxMessage message, Optional<String> received) throws IOException {
        if (received.isPresent()) {
            receiver.answer(message, received.get());
            return;
        }
        try {
            var authored = Wire.authoredCommand(message.json());
            authors.accept(message.name(), authored.by().getOrElse(() -> owner(message)));
            driver.accept(
                    new DriverInput.CommandReceived(
                            authored.command(),
                            Option.of(message.name()),
                            answer -> answer(message, answer)));
        } catch (WireFault notACommand) {
            write(
                    message,
                    Either.left(
                            new Rejection(
                                    Rejection.Code.NOT_EXPECTED,
                                    "not a command: " + notACommand.getMessage())));
        }
    }

    /** Returns the author by the file's owner if the message names none. */
    private Author owner(InboxMessage message) {
        try {
            Path file = run.inbox().resolve(message.name() + ".json");
            return new Author(Files.getOwner(file).getName(), Author.Channel.INBOX, Vector.empty());
        } catch (IOException gone) {
            return new Author("unknown", Author.Channel.INBOX, Vector.empty());
        }
    }

    private void answer(InboxMessage message, Either<Rejection, InputEvent> answer) {
        try {
            answers.execute(() -> write(message, answer));
        } catch (RejectedExecutionException closed) {
            write(message, answer);
        }
    }

    /**
     * The event is on disk already: an answer that cannot be written is the sender's loss alone.
     */
    private void write(InboxMessage message, Either<Rejection, InputEvent> answer) {
        try {
            receiver.answer(message, CommandClient.withoutSecrets(answer, redaction));
        } catch (IOException unwritable) {
            notice.accept("cannot write the answer to a command: " + unwritable.getMessage());
        }
    }

    /** Waits until each answer that the driver has given is written. */
    @Override
    public void close() {
        answers.close();
    }
}
