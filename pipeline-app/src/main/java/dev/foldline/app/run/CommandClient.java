package dev.foldline.app.run;

import dev.foldline.app.projection.Projections;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.effects.json.AuthoredCommand;
import dev.foldline.effects.json.CommandReply;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How other processes ask a run for something, whether it is being driven or not. */
public final class CommandClient {
    private CommandClient() {}

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

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

    private static Optional<CommandReply> receivedAs(RunDirectory run, String name)
            throws IOException {
        try (var received = new ReceivedMessages(run)) {
            return received.find(name);
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
            var answer = log.submit(command, Option.of(name), authored.by());
            Projections.writeWithoutDriver(log.directory(), log.state());
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

    private static Answer admit(RunLog log, Command command, Option<String> message)
            throws IOException {
        var answer = log.submit(command, message);
        Projections.writeWithoutDriver(log.directory(), log.state());
        return answer.fold(
                Answer.Refused::new,
                event -> new Answer.Accepted(event.getClass().getSimpleName(), false));
    }

    /** Redacts a message that may have been written manually. */
    static String withoutSecrets(Either<Rejection, InputEvent> answer, Redaction redaction) {
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
