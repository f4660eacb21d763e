package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class InboxTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir Path run;

    private Path directory;
    private Inbox inbox;

    @BeforeEach
    void an_inbox() {
        directory = run.resolve("inbox");
        inbox = new Inbox(directory);
    }

    @Test
    void messages_arrive_in_the_order_they_were_sent_also_those_sent_before() throws Exception {
        inbox.send("{\"n\":1}");
        inbox.send("{\"n\":2}");
        try (InboxReceiver receiver = InboxReceiver.open(directory)) {
            assertThat(receiver.next()).map(InboxMessage::json).contains("{\"n\":1}");
            assertThat(receiver.next()).map(InboxMessage::json).contains("{\"n\":2}");
            CompletableFuture<Optional<InboxMessage>> third = soon(receiver::next);
            inbox.send("{\"n\":3}");
            assertThat(third.get()).map(InboxMessage::json).contains("{\"n\":3}");
        }
    }

    @Test
    void a_sender_that_waits_gets_its_answer_and_nothing_is_left_behind() throws Exception {
        try (InboxReceiver receiver = InboxReceiver.open(directory)) {
            String name = inbox.send("{\"type\":\"pause\"}");
            CompletableFuture<Optional<String>> answer = soon(() -> inbox.awaitAnswer(name, LONG));
            InboxMessage message = receiver.next().orElseThrow();
            assertThat(message.name()).isEqualTo(name);
            receiver.answer(message, "{\"event\":7}");
            assertThat(answer.get()).contains("{\"event\":7}");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_message_is_handed_out_once_but_again_by_the_next_receiver_until_it_is_answered()
            throws IOException {
        inbox.send("{}");
        InboxMessage message;
        try (InboxReceiver first = InboxReceiver.open(directory)) {
            assertThat(first.waiting()).hasSize(1);
            assertThat(first.waiting()).isEmpty();
        }
        try (InboxReceiver second = InboxReceiver.open(directory)) {
            message = second.waiting().getFirst();
            second.answer(message, "{}");
        }
        try (InboxReceiver third = InboxReceiver.open(directory)) {
            assertThat(third.waiting()).isEmpty();
        }
        assertThat(inbox.fetchAnswer(message.name())).contains("{}");
    }

    @Test
    void a_message_whose_answer_cannot_be_written_is_still_there_for_the_next_receiver()
            throws IOException {
        Path answer = directory.resolve(inbox.send("{}") + ".answer");
        try (InboxReceiver first = InboxReceiver.open(directory)) {
            InboxMessage message = first.waiting().getFirst();
            Files.createDirectory(answer);
            assertThrows(IOException.class, () -> first.answer(message, "{}"));
        }
        Files.delete(answer);
        try (InboxReceiver second = InboxReceiver.open(directory)) {
            assertThat(second.waiting()).hasSize(1);
        }
    }

    @Test
    void a_crash_between_the_answer_and_the_removal_delivers_nothing_twice() throws IOException {
        for (boolean fetchedFirst : List.of(false, true)) {
            String name = inbox.send("{}");
            Files.writeString(directory.resolve(name + ".answer"), "{\"done\":true}");
            if (fetchedFirst) {
                assertThat(inbox.fetchAnswer(name)).isPresent();
            }
            try (InboxReceiver receiver = InboxReceiver.open(directory)) {
                assertThat(receiver.waiting()).isEmpty();
            }
            assertThat(inbox.fetchAnswer(name).isPresent()).isEqualTo(!fetchedFirst);
        }
    }

    @Test
    void garbage_is_set_aside_and_what_follows_still_arrives() throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("0000000000000001-0123456789ab.json"), "{\"half\":");
        Files.writeString(directory.resolve("0000000000000002-0123456789ab.json"), "[]");
        Files.writeString(directory.resolve("0000000000000003-0123456789ab.json"), "{} {}");
        Files.write(
                directory.resolve("0000000000000004-0123456789ab.json"),
                new byte[] {'{', '"', (byte) 0xFF, '"', '}'});
        Files.write(
                directory.resolve("0000000000000005-0123456789ab.json"),
                new byte[Inbox.MESSAGE_BYTES_MAX + 1]);
        Files.createDirectory(directory.resolve("0000000000000006-0123456789ab.json"));
        Files.createSymbolicLink(
                directory.resolve("0000000000000007-0123456789ab.json"),
                Files.writeString(run.resolve("elsewhere"), "{}"));
        Files.writeString(directory.resolve("notes.txt"), "hello");
        Files.writeString(directory.resolve(".being-written.tmp"), "{");
        inbox.send("{\"good\":true}");
        try (InboxReceiver receiver = InboxReceiver.open(directory)) {
            assertThat(receiver.next()).map(InboxMessage::json).contains("{\"good\":true}");
            assertThat(receiver.waiting()).isEmpty();
        }
        assertThat(directory.resolve("aside").toFile().list()).hasSize(8);
        assertThat(directory.resolve(".being-written.tmp")).exists();
    }

    @Test
    void a_flood_of_messages_loses_none_and_keeps_their_order() throws Exception {
        int messages = 400;
        CompletableFuture<Boolean> sender =
                soon(
                        () -> {
                            for (int n = 0; n < messages; n++) {
                                inbox.send("{\"n\":" + n + "}");
                            }
                            return true;
                        });
        try (InboxReceiver receiver = InboxReceiver.open(directory)) {
            for (int n = 0; n < messages; n++) {
                InboxMessage message = receiver.next().orElseThrow();
                assertThat(message.json()).isEqualTo("{\"n\":" + n + "}");
                receiver.answer(message, "{}");
            }
        }
        assertThat(sender.get()).isTrue();
    }

    @Test
    void closing_wakes_a_receiver_that_waits() throws Exception {
        InboxReceiver receiver = InboxReceiver.open(directory);
        CompletableFuture<Optional<InboxMessage>> next = soon(receiver::next);
        receiver.close();
        assertThat(next.get()).isEmpty();
    }

    @Test
    void a_deadline_without_an_answer_leaves_the_message_which_can_be_withdrawn() throws Exception {
        String name = inbox.send("{}");
        assertThat(inbox.awaitAnswer(name, Duration.ZERO)).isEmpty();
        assertThat(inbox.awaitAnswer(name, Duration.ofMillis(20))).isEmpty();
        assertThat(inbox.withdraw(name)).isTrue();
        assertThat(inbox.withdraw(name)).isFalse();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_message_that_is_too_long_is_not_sent() {
        assertThrows(
                IOException.class,
                () -> inbox.send("{\"x\":\"" + "x".repeat(Inbox.MESSAGE_BYTES_MAX) + "\"}"));
    }

    private static <T> CompletableFuture<T> soon(java.util.concurrent.Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                result.complete(work.call());
                            } catch (Exception failed) {
                                result.completeExceptionally(failed);
                            }
                        });
        return result;
    }
}
