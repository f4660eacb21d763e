package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.json.CommandReply;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What is asked of a run is carried out once, whoever dies in between. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class CommandClientTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Command PAUSE = new Command.Pause(Urgency.WHEN_DONE);

    @TempDir Path folder;

    private RunDirectory run;

    @BeforeEach
    void a_run_with_an_agent_at_work() throws Exception {
        run =
                RunFixture.begin(Repository.withOneCommit(folder), 1, 1)
                        .untilRunning(InvokeAgent.class)
                        .directory();
    }

    @Test
    void a_command_logged_before_its_driver_died_is_answered_and_not_repeated() throws Exception {
        var name = new Inbox(run.inbox()).send(Wire.toJson(PAUSE));
        diesAfterHearing(name);
        BlockingQueue<DriverInput> arrivals = new LinkedBlockingQueue<>();
        try (var receiver = InboxReceiver.open(run.inbox())) {
            var listener =
                    new CommandReceiver(
                                    run,
                                    receiver,
                                    arrivals::add,
                                    (_, _) -> {},
                                    Redaction.OF_SHAPES,
                                    _ -> {})
                            .start();
            var answer = new Inbox(run.inbox()).awaitAnswer(name, PATIENCE);
            assertThat(answer)
                    .map(Wire::commandReply)
                    .hasValueSatisfying(
                            reply ->
                                    assertThat(reply)
                                            .isInstanceOfSatisfying(
                                                    CommandReply.CommandAccepted.class,
                                                    accepted ->
                                                            assertThat(accepted.event())
                                                                    .isInstanceOf(Paused.class)));
            var next = new Inbox(run.inbox()).send(Wire.toJson(PAUSE));
            assertThat(arrivals.take())
                    .isInstanceOfSatisfying(
                            DriverInput.CommandReceived.class,
                            asked -> assertThat(asked.message()).contains(next));
            receiver.close();
            listener.join();
        }
        assertThat(arrivals).isEmpty();
        assertThat(pauses()).hasSize(1);
    }

    @Test
    void a_message_that_is_logged_after_the_first_question_is_found_by_the_next() throws Exception {
        try (var received = new ReceivedMessages(run)) {
            assertThat(received.find("0000000000000001-0123456789ab")).isEmpty();
            try (var log = RunLog.open(run, Redaction.OF_SHAPES).orElseThrow()) {
                log.submit(PAUSE, Option.of("0000000000000001-0123456789ab")).get();
            }
            assertThat(received.find("0000000000000001-0123456789ab")).isPresent();
            assertThat(received.find("0000000000000002-0123456789ab")).isEmpty();
        }
    }

    @Test
    void a_sender_whose_driver_died_after_receiving_is_notified_and_sends_nothing_twice()
            throws Exception {
        pausesOnce(driver -> handleMessage(driver, firstMessage()));
    }

    @Test
    void a_sender_whose_driver_left_without_hearing_it_carries_it_out_itself() throws Exception {
        pausesOnce(_ -> firstMessage());
    }

    /** What a driver does before it leaves. */
    @FunctionalInterface
    private interface DriverTask {
        void drive(RunLog log) throws Exception;
    }

    /** Somebody asks for a pause while a driver is there, and it leaves without an answer. */
    private void pausesOnce(DriverTask driver) throws Exception {
        CompletableFuture<CommandClient.Answer> reported;
        try (var log = RunLog.open(run, Redaction.OF_SHAPES).orElseThrow()) {
            reported = send(PAUSE, Redaction.OF_SHAPES);
            driver.drive(log);
        }
        assertThat(reported.get()).isEqualTo(new CommandClient.Answer.Accepted("Paused", false));
        assertThat(pauses()).hasSize(1);
        assertThat(run.inbox()).isEmptyDirectory();
    }

    /** What comes of a command that another process sends. */
    private CompletableFuture<CommandClient.Answer> send(Command command, Redaction redaction) {
        CompletableFuture<CommandClient.Answer> reported = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                reported.complete(CommandClient.send(run, command, redaction));
                            } catch (IOException | InterruptedException failed) {
                                reported.completeExceptionally(failed);
                            }
                        });
        return reported;
    }

    /** A file that somebody put there has been past no command of ours. */
    @Test
    void a_message_written_by_hand_is_answered_without_what_is_secret() throws Exception {
        var redaction = Redaction.of(Map.of("DEPLOY_TOKEN", "swordfish of the deep"));
        try (var receiver = InboxReceiver.open(run.inbox());
                var driver = RunLog.open(run, redaction).orElseThrow()) {
            Consumer<DriverInput> hearing =
                    arrival -> {
                        var asked = (DriverInput.CommandReceived) arrival;
                        asked.reply().accept(Pipeline.admit(driver.state(), asked.command()));
                    };
            var listener =
                    new CommandReceiver(run, receiver, hearing, (_, _) -> {}, redaction, _ -> {})
                            .start();
            for (String message :
                    List.of(
                            Wire.toJson(new Command.Abort("no more, swordfish of the deep")),
                            "{\"type\":\"swordfish of the deep\"}")) {
                var inbox = new Inbox(run.inbox());
                assertThat(inbox.awaitAnswer(inbox.send(message), PATIENCE).orElseThrow())
                        .contains("[redacted:variable]")
                        .doesNotContain("swordfish");
            }
            receiver.close();
            listener.join();
        }
    }

    @Test
    void a_message_that_waits_for_its_driver_waits_without_what_is_secret() throws Exception {
        var redaction = Redaction.of(Map.of("DEPLOY_TOKEN", "swordfish of the deep"));
        CompletableFuture<CommandClient.Answer> reported;
        try (var driver = RunLog.open(run, redaction).orElseThrow()) {
            reported = send(new Command.Abort("no more, swordfish of the deep"), redaction);
            assertThat(driver.state().header().run()).isNotEmpty();
            assertThat(run.inbox().resolve(firstMessage() + ".json"))
                    .content()
                    .contains("[redacted:variable]")
                    .doesNotContain("swordfish");
        }
        assertThat(reported.get()).isEqualTo(new CommandClient.Answer.Accepted("Aborted", false));
    }

    private void diesAfterHearing(String message) throws IOException {
        try (var driver = RunLog.open(run, Redaction.OF_SHAPES).orElseThrow()) {
            handleMessage(driver, message);
        }
    }

    private static void handleMessage(RunLog driver, String message) {
        driver.append(
                Pipeline.admit(driver.state(), PAUSE).get(),
                Pipeline.decide(driver.state()),
                Option.of(message));
    }

    private String firstMessage() throws IOException, InterruptedException {
        while (true) {
            try (var files = Files.list(run.inbox())) {
                var found =
                        files.map(file -> String.valueOf(file.getFileName()))
                                .filter(file -> file.endsWith(".json"))
                                .findFirst();
                if (found.isPresent())
                    return found.get().substring(0, found.get().length() - ".json".length());
            }
            Thread.sleep(5);
        }
    }

    private List<Event> pauses() throws IOException {
        var found = new ArrayList<Event>();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                if (Wire.event(line.event()) instanceof Paused paused) found.add(paused);
            }
        }
        return found;
    }
}
