package dev.foldline.app.run;

import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.json.AuthoredCommand;
import dev.foldline.effects.json.CommandReply;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** How other processes ask a run for something, whether it is being driven or not. */
public final class CommandClient {
    private CommandClient() {}

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);
    private static final int FAILURES_MAX = 100;

    /** What came of a command. */
    public sealed interface Answer {
        /** It became this event; {@code driven} says whether by a living driver. */
        record Accepted(String event, boolean driven) implements Answer {}

        /** It is not legal now. */
        record Refused(Rejection rejection) implements Answer {}

        /** The driver did not answer in time; the command is queued. */
        record NotYet() implements Answer {}
    }

    /**
     * Puts a command, without what is secret in it, to a run: to its driver if one lives, else
     * straight into its log.
     */
    public static Answer send(RunDirectory run, Command asked, Redaction redaction)
            throws IOException, InterruptedException {
        return send(run, asked, redaction, PATIENCE);
    }

    /**
     * Sends a command with this timeout.
     *
     * @param timeout maximum time to wait for the answer of an active driver
     */
    public static Answer send(
            RunDirectory run, Command asked, Redaction redaction, Duration timeout)
            throws IOException, InterruptedException {
        var command = Wire.withTexts(asked, redaction::unlessName);
        var alone = admitAlone(run, command, redaction);
        if (alone.isPresent()) return alone.get();
        var inbox = new Inbox(run.inbox());
        var name = inbox.send(Wire.toJson(new AuthoredCommand(command, CurrentAuthor.of(command))));
        for (var waited = Duration.ZERO;
                waited.compareTo(timeout) < 0;
                waited = waited.plus(LOOK_AGAIN)) {
            var answer = inbox.awaitAnswer(name, LOOK_AGAIN);
            if (answer.isPresent()) return answer(read(answer.get()), true);
            // The driver may have left without seeing it: then we are alone with the run.
            var taken = withdrawn(run, inbox, name, command, redaction);
            if (taken.isPresent()) return taken.get();
        }
        return new Answer.NotYet();
    }

    /**
     * Reads the answer or appends to the log under one lock, so that no driver starts in between. A
     * driver that died may have received the command without answering.
     */
    private static Optional<Answer> withdrawn(
            RunDirectory run, Inbox inbox, String name, Command command, Redaction redaction)
            throws IOException {
        try (var log = RunLog.open(run, redaction).orElse(null)) {
            if (log == null) return Optional.empty();
            var answered = inbox.fetchAnswer(name);
            if (answered.isPresent()) return Optional.of(answer(read(answered.get()), false));
            var received = receivedAs(run, name);
            var answer =
                    received.isPresent()
                            ? answer(received.get(), false)
                            : admit(log, command, Option.of(name));
            inbox.withdraw(name);
            return Optional.of(answer);
        }
    }

    private static Optional<Answer> admitAlone(
            RunDirectory run, Command command, Redaction redaction) throws IOException {
        try (var log = RunLog.open(run, redaction).orElse(null)) {
            return log == null ? Optional.empty() : Optional.of(admit(log, command, Option.none()));
        }
    }

    /**
     * The event that a message became, if the log has it: then it is answered with that, and
     * changes nothing again.
     */
    private static Optional<CommandReply> receivedAs(RunDirectory run, String name)
            throws IOException {
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                if (line.message().equals(Optional.of(name)))
                    return Optional.of(new CommandReply.CommandAccepted(Wire.event(line.event())));
            }
            return Optional.empty();
        }
    }

    /**
     * Carries out a message that was sent to a run without a driver, unless the log has it already.
     *
     * @return the answer as JSON
     */
    static String admit(RunLog log, String name, String json, Redaction redaction)
            throws IOException {
        var received = receivedAs(log.directory(), name);
        if (received.isPresent()) return Wire.toJson(received.get());
        try {
            var authored = Wire.authoredCommand(json);
            var command = Wire.withTexts(authored.command(), redaction::unlessName);
            var answer = log.tell(command, Option.of(name), authored.by());
            return withoutSecrets(answer, redaction);
        } catch (WireFault notACommand) {
            return rejected("not a command: " + notACommand.getMessage(), redaction);
        }
    }

    static String rejected(String why, Redaction redaction) {
        return withoutSecrets(
                Either.left(new Rejection(Rejection.Code.NOT_EXPECTED, why)), redaction);
    }

    /** Reads the answer of a driver in another clone. */
    static Answer read(String json, boolean driven) throws IOException {
        return answer(read(json), driven);
    }

    private static Answer admit(RunLog log, Command command, Option<String> message) {
        return log.tell(command, message)
                .fold(
                        Answer.Refused::new,
                        event -> new Answer.Accepted(event.getClass().getSimpleName(), false));
    }

    /**
     * Delivers the messages of a run to its driver, and writes its redacted answers, until the
     * receiver is closed.
     *
     * @param authors receives the author of each message before the driver receives the message
     */
    static Thread listen(
            RunDirectory run,
            InboxReceiver receiver,
            Consumer<DriverInput> driver,
            BiConsumer<String, Author> authors,
            Redaction redaction,
            Consumer<String> notice) {
        return Thread.ofVirtual()
                .name("inbox")
                .start(
                        () -> {
                            for (int failures = 0; failures < FAILURES_MAX; ) {
                                try {
                                    var message = receiver.next();
                                    if (message.isEmpty()) {
                                        knock(run, driver);
                                        return;
                                    }
                                    deliver(
                                            run,
                                            receiver,
                                            message.get(),
                                            driver,
                                            authors,
                                            answer ->
                                                    reply(
                                                            receiver,
                                                            message.get(),
                                                            withoutSecrets(answer, redaction),
                                                            notice));
                                } catch (IOException | RuntimeException unreadable) {
                                    failures++;
                                    notice.accept(
                                            "cannot read a message in the inbox: "
                                                    + unreadable.getMessage());
                                    knock(run, driver);
                                    if (!rested()) return;
                                } catch (InterruptedException closed) {
                                    Thread.currentThread().interrupt();
                                    return;
                                }
                            }
                            notice.accept(
                                    "the inbox failed: this run receives commands only after it is"
                                            + " resumed");
                        });
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
    private static void knock(RunDirectory run, Consumer<DriverInput> driver) {
        if (!Files.exists(run.events()))
            driver.accept(new DriverInput.CommandReceived(new Command.Pause(Urgency.NOW), _ -> {}));
    }

    private static void deliver(
            RunDirectory run,
            InboxReceiver receiver,
            InboxMessage message,
            Consumer<DriverInput> driver,
            BiConsumer<String, Author> authors,
            Consumer<Either<Rejection, InputEvent>> reply)
            throws IOException {
        var received = receivedAs(run, message.name());
        if (received.isPresent()) {
            receiver.answer(message, Wire.toJson(received.get()));
            return;
        }
        try {
            var authored = Wire.authoredCommand(message.json());
            authors.accept(
                    message.name(),
                    authored.by()
                            .getOrElse(() -> owner(run.inbox().resolve(message.name() + ".json"))));
            driver.accept(
                    new DriverInput.CommandReceived(
                            authored.command(), Option.of(message.name()), reply));
        } catch (WireFault notACommand) {
            reply.accept(
                    Either.left(
                            new Rejection(
                                    Rejection.Code.NOT_EXPECTED,
                                    "not a command: " + notACommand.getMessage())));
        }
    }

    /** Returns the author by the file's owner if the message names none. */
    private static Author owner(Path message) {
        try {
            return new Author(
                    Files.getOwner(message).getName(), Author.Channel.INBOX, Vector.empty());
        } catch (IOException gone) {
            return new Author("unknown", Author.Channel.INBOX, Vector.empty());
        }
    }

    /**
     * The event is on disk already: an answer that cannot be written is the sender's loss alone.
     */
    private static void reply(
            InboxReceiver receiver, InboxMessage message, String answer, Consumer<String> notice) {
        try {
            receiver.answer(message, answer);
        } catch (IOException unwritable) {
            notice.accept("cannot write the answer to a command: " + unwritable.getMessage());
        }
    }

    /** Redacts a message that may have been written manually. */
    private static String withoutSecrets(
            Either<Rejection, InputEvent> answer, Redaction redaction) {
        return Wire.toJson(
                answer.<CommandReply>fold(
                        refusal ->
                                new CommandReply.CommandRejected(
                                        new Rejection(
                                                refusal.code(), redaction.text(refusal.message()))),
                        event ->
                                new CommandReply.CommandAccepted(
                                        Wire.withTexts(event, redaction::unlessName))));
    }

    /**
     * @param driven whether the driver that answered is still there to go on
     */
    private static Answer answer(CommandReply reply, boolean driven) {
        return switch (reply) {
            case CommandReply.CommandAccepted(var event) ->
                    new Answer.Accepted(event.getClass().getSimpleName(), driven);
            case CommandReply.CommandRejected(var rejection) -> new Answer.Refused(rejection);
        };
    }

    /** Reads the reply of a driver, which may be of an earlier version. */
    private static CommandReply read(String json) throws IOException {
        try {
            return Wire.commandReply(json);
        } catch (WireFault unreadable) {
            throw new IOException(
                    "the reply to the command is unreadable: " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
