package dev.foldline.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A worker that is asked to stop ends, whatever it has lost. */
class FleetWorkerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @TempDir Path folder;
    private final BlockingQueue<String> notices = new LinkedBlockingQueue<>();

    /** Places one run here. Its other answers are missing once it has gone. */
    private static final class OneRun implements Placement {
        private final Stay stay;
        private final boolean begins;
        private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

        private OneRun(String run, boolean begins) {
            this.stay = new Stay(run, 1, Manner.RESUME);
            this.begins = begins;
        }

        private IOException silence(String request) {
            requests.add(request);
            return new IOException("no answer from the engine");
        }

        @Override
        public void submit(String run, Vector<String> labels) throws IOException {
            throw silence("submit");
        }

        @Override
        public void wake(String run) throws IOException {
            throw silence("wake");
        }

        @Override
        public Vector<Stay> report(HostReport host) {
            return Vector.of(stay);
        }

        @Override
        public boolean begin(Stay placed, String host) throws IOException {
            if (begins) return true;
            throw silence("begin");
        }

        @Override
        public void reportResumed(Stay placed) {}

        @Override
        public void leave(StayEnd end) throws IOException {
            throw silence("leave");
        }

        @Override
        public void close(String host, String session) throws IOException {
            throw silence("close");
        }

        @Override
        public HostTable hosts() throws IOException {
            throw silence("hosts");
        }
    }

    private FleetWorker worker(OneRun engine, WorkerClone clone) {
        return new FleetWorker(
                engine,
                new FleetWorker.Host("one", Vector.empty(), 1, TIMEOUT),
                clone,
                () -> {},
                () -> {},
                new RunObserver() {
                    @Override
                    public void notice(String text) {
                        notices.add(text);
                    }
                });
    }

    private static void stop(FleetWorker worker, Urgency urgency) {
        worker.send(
                new DriverInput.CommandReceived(
                        new Command.Pause(urgency), Option.none(), _ -> {}));
    }

    private static Thread working(FleetWorker worker) {
        return Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                worker.work();
                            } catch (InterruptedException ended) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    @Test
    void a_worker_that_could_not_begin_a_run_ends_without_its_engine() throws Exception {
        var place = CliFixture.ready(folder.resolve("one"));
        var engine = new OneRun("r1", false);
        var worker = worker(engine, new WorkerClone(place.root, place.environment, "origin"));
        var working = working(worker);
        assertThat(engine.requests.take()).isEqualTo("begin");
        stop(worker, Urgency.WHEN_DONE);
        working.join();
        assertThat(notices).anyMatch(text -> text.contains("r1: the engine does not answer"));
    }
}
