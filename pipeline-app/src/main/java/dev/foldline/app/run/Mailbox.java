package dev.foldline.app.run;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.Message;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** How other processes ask a run for something, whether it is being driven or not. */
public final class Mailbox {
    private Mailbox() {}

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

        /** The driver that lives did not answer in time; the command stands and will be heard. */
        record NotYet() implements Answer {}
    }

    /** Puts a command, without what is secret in it, to a run: to its driver if one lives, else straight into its log. */
    public static Answer send(RunDirectory run, Command asked, Redaction redaction) throws IOException, InterruptedException { return send(run, asked, redaction, PATIENCE); }

    /**
     * The same.
     *
     * @param patience how long to wait for the answer of a driver that lives
     */
    public static Answer send(RunDirectory run, Command asked, Redaction redaction, Duration patience) throws IOException, InterruptedException {
        var command = Wire.withTexts(asked, redaction::unlessName);
        var alone = admitAlone(run, command, redaction);
        if (alone.isPresent()) return alone.get();
        var inbox = new Inbox(run.inbox());
        var name = inbox.send(Wire.toJson(command));
        for (var waited = Duration.ZERO; waited.compareTo(patience) < 0; waited = waited.plus(LOOK_AGAIN)) {
            var answer = inbox.awaitAnswer(name, LOOK_AGAIN);
            if (answer.isPresent()) return read(answer.get(), true);
            // The driver may have left without seeing it: then we are alone with the run.
            var taken = takenBack(run, inbox, name, command, redaction);
            if (taken.isPresent()) return taken.get();
        }
        return new Answer.NotYet();
    }

    /** Under one lock, so that no driver can come in between. A driver that died may have heard it without answering. */
    private static Optional<Answer> takenBack(RunDirectory run, Inbox inbox, String name, Command command, Redaction redaction)
            throws IOException {
        try (var log = RunLog.open(run, redaction).orElse(null)) {
            if (log == null) return Optional.empty();
            var answered = inbox.fetchAnswer(name);
            if (answered.isPresent()) return answered.map(json -> read(json, false));
            var heard = heardAs(run, name);
            var answer = heard.isPresent() ? read(heard.get(), false) : admit(log, command, Option.of(name));
            inbox.withdraw(name);
            return Optional.of(answer);
        }
    }

    private static Optional<Answer> admitAlone(RunDirectory run, Command command, Redaction redaction) throws IOException {
        try (var log = RunLog.open(run, redaction).orElse(null)) {
            return log == null ? Optional.empty() : Optional.of(admit(log, command, Option.none()));
        }
    }

    /** The event that a message became, if the log has it: then it is answered with that, and changes nothing again. */
    private static Optional<String> heardAs(RunDirectory run, String name) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof Reading.Line(var line)) {
                if (line.message().equals(Optional.of(name))) return Optional.of(line.event());
            }
            return Optional.empty();
        }
    }

    private static Answer admit(RunLog log, Command command, Option<String> message) {
        return log.tell(command, message).fold(Answer.Refused::new, event -> new Answer.Accepted(event.getClass().getSimpleName(), false));
    }

    /** Hands every message of a run to its driver, and its answer back without what is secret, until the receiver is closed. */
    static Thread listen(RunDirectory run, InboxReceiver receiver, Consumer<Arrival> driver, Redaction redaction, Consumer<String> notice) {
        return Thread.ofVirtual().name("inbox").start(() -> {
            for (int failures = 0; failures < FAILURES_MAX; ) {
                try {
                    var message = receiver.next();
                    if (message.isEmpty()) {
                        knock(run, driver);
                        return;
                    }
                    deliver(run, receiver, message.get(), driver, answer -> reply(receiver, message.get(), withoutSecrets(answer, redaction), notice));
                } catch (IOException | RuntimeException unreadable) {
                    failures++;
                    notice.accept("a message in the inbox cannot be read: " + unreadable.getMessage());
                    knock(run, driver);
                    if (!rested()) return;
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
            notice.accept("the inbox is given up: this run hears other commands only when it is resumed");
        });
    }

    /** What fails fails again at once: a moment between two looks, unless the receiver is closed. */
    private static boolean rested() {
        try {
            Thread.sleep(AFTER_FAILURE);
            return true;
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** With its folder, a run has lost its log: the driver is not let work on for hours before it notices. */
    private static void knock(RunDirectory run, Consumer<Arrival> driver) {
        if (!Files.exists(run.events())) driver.accept(new Arrival.Asked(new Command.Pause(Urgency.NOW), _ -> {}));
    }

    private static void deliver(RunDirectory run, InboxReceiver receiver, Message message, Consumer<Arrival> driver,
            Consumer<Either<Rejection, InputEvent>> reply) throws IOException {
        var heard = heardAs(run, message.name());
        if (heard.isPresent()) {
            receiver.answer(message, heard.get());
            return;
        }
        try {
            driver.accept(new Arrival.Asked(Wire.command(message.json()), Option.of(message.name()), reply));
        } catch (WireFault notACommand) {
            reply.accept(Either.left(new Rejection(Rejection.Code.NOT_EXPECTED, "not a command: " + notACommand.getMessage())));
        }
    }

    /** The event is on disk already: an answer that cannot be written is the sender's loss alone. */
    private static void reply(InboxReceiver receiver, Message message, String answer, Consumer<String> notice) {
        try {
            receiver.answer(message, answer);
        } catch (IOException unwritable) {
            notice.accept("the answer to a command cannot be written: " + unwritable.getMessage());
        }
    }

    /** Whoever wrote the message may have written it by hand. */
    private static String withoutSecrets(Either<Rejection, InputEvent> answer, Redaction redaction) {
        return answer.fold(refusal -> Wire.toJson(new Rejection(refusal.code(), redaction.text(refusal.message()))),
                event -> Wire.toJson(Wire.withTexts(event, redaction::unlessName)));
    }

    /** @param driven whether the driver that answered is still there to go on */
    private static Answer read(String json, boolean driven) {
        return json.contains("\"code\":") && json.contains("\"message\":")
                ? new Answer.Refused(Wire.rejection(json)) : new Answer.Accepted(Wire.event(json).getClass().getSimpleName(), driven);
    }
}
