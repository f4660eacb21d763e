package dev.foldline.app.run;

import dev.foldline.core.Pipeline;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.Message;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** How other processes ask a run for something, whether it is being driven or not. */
public final class Mailbox {
    private Mailbox() {}

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final int LOOKS_MAX = 240;

    /** What came of a command. */
    public sealed interface Answer {
        /** It became this event; {@code driven} says whether by a living driver. */
        record Accepted(String event, boolean driven) implements Answer {}

        /** It is not legal now. */
        record Refused(Rejection rejection) implements Answer {}

        /** The driver that lives did not answer in time; the command stands and will be heard. */
        record NotYet() implements Answer {}
    }

    /** Puts a command to a run: to its driver if one lives, else straight into its log. */
    public static Answer send(RunDirectory run, Command command) throws IOException, InterruptedException {
        var alone = admitAlone(run, command);
        if (alone.isPresent()) return alone.get();
        var inbox = new Inbox(run.inbox());
        var name = inbox.send(Wire.toJson(command));
        for (int look = 0; look < LOOKS_MAX; look++) {
            var answer = inbox.awaitAnswer(name, LOOK_AGAIN);
            if (answer.isPresent()) return read(answer.get());
            // The driver may have left without seeing it: then we are alone with the run.
            if (withdrawnFromNobody(run, inbox, name)) return admitAlone(run, command).orElseGet(Answer.NotYet::new);
        }
        return new Answer.NotYet();
    }

    private static boolean withdrawnFromNobody(RunDirectory run, Inbox inbox, String name) throws IOException {
        try (var log = RunLog.open(run).orElse(null)) {
            return log != null && inbox.withdraw(name);
        }
    }

    private static Optional<Answer> admitAlone(RunDirectory run, Command command) throws IOException {
        var opened = RunLog.open(run);
        if (opened.isEmpty()) return Optional.empty();
        try (var log = opened.get()) {
            var decision = Pipeline.decide(log.state());
            return Optional.of(Pipeline.admit(log.state(), command).<Answer>fold(Answer.Refused::new, event -> {
                log.append(event, decision);
                return new Answer.Accepted(event.getClass().getSimpleName(), false);
            }));
        }
    }

    /** Hands every message of a run to its driver, and its answer back, until the receiver is closed. */
    static Thread listen(InboxReceiver receiver, Consumer<Arrival> driver) {
        return Thread.ofVirtual().name("inbox").start(() -> {
            try {
                for (var message = receiver.next(); message.isPresent(); message = receiver.next()) deliver(receiver, message.get(), driver);
            } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void deliver(InboxReceiver receiver, Message message, Consumer<Arrival> driver) throws IOException {
        try {
            driver.accept(new Arrival.Asked(Wire.command(message.json()), answer -> reply(receiver, message, answer)));
        } catch (WireFault notACommand) {
            reply(receiver, message, Either.left(new Rejection(Rejection.Code.NOT_EXPECTED, "not a command: " + notACommand.getMessage())));
        }
    }

    private static void reply(InboxReceiver receiver, Message message, Either<Rejection, InputEvent> answer) {
        try {
            receiver.answer(message, answer.fold(Wire::toJson, Wire::toJson));
        } catch (IOException unwritable) {
            throw new UncheckedIOException("the answer to " + message.name() + " cannot be written", unwritable);
        }
    }

    private static Answer read(String json) {
        return json.contains("\"code\":") && json.contains("\"message\":")
                ? new Answer.Refused(Wire.rejection(json)) : new Answer.Accepted(Wire.event(json).getClass().getSimpleName(), true);
    }
}
