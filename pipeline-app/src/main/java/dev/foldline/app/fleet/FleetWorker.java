package dev.foldline.app.fleet;

import dev.foldline.app.error.UserError;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.json.WireFault;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Drives the runs that an engine places on this host, and reports to the engine that the host
 * lives.
 */
public final class FleetWorker {
    private static final int REPORTS_PER_TIMEOUT = 10;
    private static final Duration REPEAT = Duration.ofSeconds(1);

    private static final Duration POLL = Duration.ofSeconds(2);

    private final Placement placement;
    private final Answers answers;
    private final Host host;
    private final WorkerClone clone;
    private final Recovery recovery;
    private final RunObserver view;
    private final String session = UUID.randomUUID().toString();
    private final java.util.Map<String, Thread> drivers = new ConcurrentHashMap<>();
    private final java.util.Map<String, Consumer<DriverInput>> ears = new ConcurrentHashMap<>();
    private final List<DriverInput> commands = new ArrayList<>();
    private Map<String, Long> begun = HashMap.empty();
    private String complaint = "";

    /**
     * This host, as the engine knows it.
     *
     * @param slots how many runs it drives at once
     * @param timeout after this time without a sign of life, its runs continue elsewhere
     */
    public record Host(String name, Vector<String> labels, int slots, Duration timeout) {}

    /** Makes the engine reachable again, if that is in this worker's power. */
    @FunctionalInterface
    public interface Recovery {
        void recover() throws IOException;
    }

    /** Wakes the runs that the user has answered. */
    @FunctionalInterface
    public interface Answers {
        void wake() throws IOException;
    }

    /**
     * @param view receives what happens here
     */
    public FleetWorker(
            Placement placement,
            Host host,
            WorkerClone clone,
            Recovery recovery,
            Answers answers,
            RunObserver view) {
        this.placement = placement;
        this.host = host;
        this.clone = clone;
        this.recovery = recovery;
        this.answers = answers;
        this.view = view;
    }

    /** Works until {@link #tell} lets it stop and no run is driven here any more. */
    public void work() throws InterruptedException {
        var asking = Thread.ofVirtual().name("answers").start(this::awaken);
        for (long beat = 1; !isClosing() || !drivers.isEmpty(); beat++) {
            report(beat);
            Thread.sleep(host.timeout().dividedBy(REPORTS_PER_TIMEOUT));
        }
        asking.interrupt();
        asking.join();
        try {
            placement.close(host.name(), session);
        } catch (IOException silent) {
            complain(silent);
        }
    }

    private void awaken() {
        var last = "";
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    answers.wake();
                    last = "";
                } catch (IOException | UserError | WireFault silent) {
                    var text = String.valueOf(silent.getMessage());
                    if (!text.equals(last)) view.notice(text);
                    last = text;
                }
                Thread.sleep(POLL);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(long beat) throws InterruptedException {
        try {
            receive(placement.report(report(beat, isClosing() ? 0 : host.slots())));
            complaint = "";
        } catch (IOException | WireFault silent) {
            complain(silent);
            recover();
        }
    }

    private HostReport report(long beat, int slots) {
        return new HostReport(
                host.name(), session, host.labels(), slots, beat, host.timeout().toMillis());
    }

    private void recover() {
        try {
            recovery.recover();
        } catch (IOException still) {
            complain(still);
        }
    }

    private void complain(Exception fault) {
        var text = String.valueOf(fault.getMessage());
        if (!text.equals(complaint)) view.notice(text);
        complaint = text;
    }

    private void receive(Vector<Stay> stays) {
        if (isClosing()) return;
        for (var stay : stays)
            if (stay.number() > begun.getOrElse(stay.run(), 0L)) {
                begun = begun.put(stay.run(), stay.number());
                start(stay);
            }
    }

    /** A later stay of a run waits until the driver of the earlier one has left. */
    private void start(Stay stay) {
        var earlier = drivers.get(stay.run());
        var driver =
                Thread.ofVirtual()
                        .name("run-" + stay.run())
                        .unstarted(
                                () -> {
                                    try {
                                        if (earlier != null) earlier.join();
                                        attend(stay);
                                    } catch (InterruptedException left) {
                                        Thread.currentThread().interrupt();
                                    } finally {
                                        ears.remove(stay.run());
                                        drivers.remove(stay.run(), Thread.currentThread());
                                    }
                                });
        drivers.put(stay.run(), driver);
        driver.start();
    }

    private void attend(Stay stay) throws InterruptedException {
        if (!repeatedly(() -> placement.begin(stay, host.name()))) return;
        view.notice(stay.run() + " is driven here, stay " + stay.number());
        var end = driven(stay);
        view.notice(
                stay.run()
                        + " is not driven here any more: "
                        + (end.reason().isEmpty() ? end.kind().toString() : end.reason()));
        repeatedly(
                () -> {
                    placement.leave(end);
                    return true;
                });
    }

    private StayEnd driven(Stay stay) throws InterruptedException {
        var watched =
                new RunObserver() {
                    @Override
                    public void notice(String text) {
                        view.notice(stay.run() + ": " + text);
                    }
                };
        try {
            return new HostedRun(
                            stay,
                            host.name(),
                            clone,
                            watched,
                            ear -> listen(stay.run(), ear),
                            () -> resumed(stay),
                            this::isClosing)
                    .drive();
        } catch (RuntimeException broken) {
            return new StayEnd(
                    stay, host.name(), StayEnd.Kind.FAILED, 0, String.valueOf(broken.getMessage()));
        }
    }

    private void resumed(Stay stay) throws InterruptedException {
        repeatedly(
                () -> {
                    placement.resumed(stay);
                    return true;
                });
    }

    /** A request to the engine. */
    @FunctionalInterface
    private interface Request {
        boolean made() throws IOException;
    }

    /** Repeats a request until the engine answers. */
    private boolean repeatedly(Request request) throws InterruptedException {
        while (true) {
            try {
                return request.made();
            } catch (IOException silent) {
                Thread.sleep(REPEAT);
            }
        }
    }

    private synchronized boolean isClosing() {
        return !commands.isEmpty();
    }

    private synchronized void listen(String run, Consumer<DriverInput> ear) {
        ears.put(run, ear);
        commands.forEach(ear);
    }

    /** Sends a command to all drivers. The worker takes no more runs, and stops after the last. */
    public synchronized void tell(DriverInput command) {
        var authored = Handover.withAuthor(command);
        commands.add(authored);
        ears.values().forEach(ear -> ear.accept(authored));
    }
}
