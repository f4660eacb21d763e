package dev.foldline.app.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CommandClient;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Clients that follow one workflow at their own pace. */
class HubTest {
    private static final int KEPT = 3;

    @TempDir Path folder;
    private RunDirectory workflow;

    @BeforeEach
    void a_workflow() throws Exception {
        var place = CliFixture.ready(folder).write("tasks.yaml", "tasks: []\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        try (var here = Workspace.open(place.root, place.environment)) {
            workflow = here.runs().newestFirst().getFirst();
        }
    }

    /** Holds it and lets it go on: each changes its status. */
    private void changed(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            CommandClient.send(workflow, new Command.Pause(Urgency.WHEN_DONE), Redaction.OF_SHAPES);
            CommandClient.send(workflow, new Command.Resume(), Redaction.OF_SHAPES);
        }
    }

    /** A client that listens when it is let to. */
    private static final class Client implements Subscriber {
        private final Semaphore lets;
        private final List<String> heard = new ArrayList<>();
        private final List<String> notices = new ArrayList<>();
        private final CountDownLatch began = new CountDownLatch(1);
        private final Semaphore rests = new Semaphore(1);

        Client(int lets) {
            this.lets = new Semaphore(lets);
        }

        @Override
        public void receive(Vector<StreamMessage> messages) throws InterruptedException {
            began.countDown();
            lets.acquire();
            synchronized (this) {
                messages.forEach(each -> heard.add(each.at().toString()));
                notifyAll();
            }
        }

        @Override
        public synchronized void hearPassing(Vector<String> messages) {
            messages.forEach(notices::add);
        }

        @Override
        public synchronized void sendLagged(StreamPosition after) {
            notices.add("lagged after " + after);
        }

        @Override
        public void keepAlive() throws InterruptedException {
            began.countDown();
            rests.acquire();
            rests.release();
        }

        @Override
        public synchronized void bye() {
            notices.add("bye");
        }

        synchronized void awaitHeard(String last) throws InterruptedException {
            while (heard.isEmpty() || !heard.getLast().equals(last)) wait();
        }
    }

    private Thread following(Hubs hubs, Client client) {
        return Thread.ofVirtual().start(() -> follow(hubs, StreamPosition.START, client));
    }

    private void follow(Hubs hubs, StreamPosition after, Client client) {
        try {
            hubs.follow(
                    new Subscription(
                            new RunMessages(RunHistory.open(workflow)),
                            after,
                            HashSet.empty(),
                            Option.none()),
                    client);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt(); // a test that is over lets its followers go
        }
    }

    private List<String> all() throws Exception {
        try (var hub = new Hub(new RunMessages(RunHistory.open(workflow)), KEPT)) {
            return hub.read(StreamPosition.START)
                    .messages()
                    .map(each -> each.at().toString())
                    .asJava();
        }
    }

    @Test
    void S1_29_a_slow_client_is_notified_and_misses_nothing_and_delays_no_other_client()
            throws Exception {
        try (var hubs = new Hubs(Duration.ofSeconds(30), KEPT)) {
            var quick = new Client(Integer.MAX_VALUE);
            var stalled = new Client(0);
            var threads = List.of(following(hubs, quick), following(hubs, stalled));
            assertThat(stalled.began.await(2, TimeUnit.MINUTES)).isTrue();
            changed(10);
            var all = all();
            quick.awaitHeard(all.getLast());
            assertThat(quick.heard).isEqualTo(all);
            assertThat(stalled.heard).isEmpty();
            stalled.lets.release(Integer.MAX_VALUE);
            stalled.awaitHeard(all.getLast());
            assertThat(stalled.heard).isEqualTo(all);
            assertThat(stalled.notices).containsExactly("lagged after " + all.getFirst());
            hubs.close();
            for (var thread : threads) thread.join();
            assertThat(stalled.notices).endsWith("bye");
            assertThat(hubs.followers()).isZero();
        }
    }

    @Test
    void S1_29_a_client_that_joins_a_long_log_receives_all_of_it_and_is_not_slow()
            throws Exception {
        changed(20);
        try (var hubs = new Hubs(Duration.ofSeconds(30), KEPT)) {
            for (int i = 0; i < 5; i++) {
                var late = new Client(Integer.MAX_VALUE);
                var thread = following(hubs, late);
                late.awaitHeard(all().getLast());
                assertThat(late.heard).isEqualTo(all());
                assertThat(late.notices).isEmpty();
                thread.interrupt();
            }
        }
    }

    @Test
    void S1_29_a_client_that_had_received_everything_and_then_lags_is_notified() throws Exception {
        try (var hubs = new Hubs(Duration.ofMillis(1), KEPT)) {
            var resting = new Client(Integer.MAX_VALUE);
            resting.rests.acquire();
            var started = StreamPosition.read(all().getLast()).get();
            var thread = Thread.ofVirtual().start(() -> follow(hubs, started, resting));
            resting.began.await();
            changed(10);
            resting.rests.release();
            resting.awaitHeard(all().getLast());
            assertThat(resting.notices).containsExactly("lagged after " + started);
            hubs.close();
            thread.join();
        }
    }

    @Test
    @Timeout(60)
    void a_client_that_joins_during_shutdown_receives_farewell() {
        var hubs = new Hubs(Duration.ofSeconds(1), KEPT);
        hubs.close();
        var late = new Client(Integer.MAX_VALUE);
        follow(hubs, StreamPosition.START, late);
        assertThat(late.notices).containsExactly("bye");
    }

    @Test
    void S1_30_every_position_is_followed_by_exactly_the_unreceived_messages() throws Exception {
        changed(3);
        var all = all();
        try (var hub = new Hub(new RunMessages(RunHistory.open(workflow)), KEPT)) {
            for (int received = 0; received < all.size(); received++)
                assertThat(
                                hub.read(StreamPosition.read(all.get(received)).get())
                                        .messages()
                                        .map(each -> each.at().toString()))
                        .isEqualTo(Vector.ofAll(all.subList(received + 1, all.size())));
        }
    }
}
