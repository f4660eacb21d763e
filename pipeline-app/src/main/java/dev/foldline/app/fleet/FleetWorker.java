package dev.foldline.app.fleet;

import dev.foldline.app.error.UserError;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.view.CurrentActivity;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.json.WireFault;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

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
    private final StopProgress progress;
    private final String session = UUID.randomUUID().toString();
    private final java.util.Map<String, Thread> drivers = new ConcurrentHashMap<>();
    private final java.util.Map<String, Consumer<DriverInput>> receivers =
            new ConcurrentHashMap<>();
    private final List<DriverInput> commands = new ArrayList<>();
    private long closingSince;
    private Map<String, Long> startedStays = HashMap.empty();
    private String lastFault = "";

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
        this.progress = new StopProgress(view::notice);
    }

    /**
     * Works until {@link #send} lets it stop and no run is driven here any more. Without an engine
     * or a clone it ends too.
     */
    public void work() throws InterruptedException {
        var wakeup = Thread.ofVirtual().name("answers").start(this::wakeAnsweredRuns);
        for (long beat = 1; !isClosing() || !drivers.isEmpty(); beat++) {
            report(beat);
            Thread.sleep(host.timeout().dividedBy(REPORTS_PER_TIMEOUT));
        }
        while (!wakeup.join(REPEAT)) wakeup.interrupt();
        try {
            placement.close(host.name(), session);
        } catch (IOException silent) {
            noteFault(silent);
        }
    }

    private void wakeAnsweredRuns() {
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
            lastFault = "";
        } catch (IOException | WireFault silent) {
            noteFault(silent);
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
            noteFault(still);
        }
    }

    private void noteFault(Exception fault) {
        var text = String.valueOf(fault.getMessage());
        if (!text.equals(lastFault)) view.notice(text);
        lastFault = text;
    }

    private void receive(Vector<Stay> stays) {
        if (isClosing()) return;
        for (var stay : stays)
            if (stay.number() > startedStays.getOrElse(stay.run(), 0L)) {
                startedStays = startedStays.put(stay.run(), stay.number());
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
                                        work(stay);
                                    } catch (InterruptedException left) {
                                        Thread.currentThread().interrupt();
                                    } finally {
                                        receivers.remove(stay.run());
                                        progress.remove(stay.run());
                                        drivers.remove(stay.run(), Thread.currentThread());
                                    }
                                });
        drivers.put(stay.run(), driver);
        driver.start();
    }

    private void work(Stay stay) throws InterruptedException {
        progress.awaitEngine(stay.run());
        if (!retry(stay, () -> placement.begin(stay, host.name()))) return;
        progress.update(stay.run(), () -> "fetching the run");
        view.notice(stay.run() + " is driven here, stay " + stay.number());
        var end = drive(stay);
        view.notice(
                stay.run()
                        + " is not driven here any more: "
                        + (end.reason().isEmpty() ? end.kind().toString() : end.reason()));
        progress.awaitEngine(stay.run());
        retry(
                stay,
                () -> {
                    placement.leave(end);
                    return true;
                });
    }

    private StayEnd drive(Stay stay) throws InterruptedException {
        var watched =
                new RunObserver() {
                    @Override
                    public void notice(String text) {
                        view.notice(stay.run() + ": " + text);
                    }

                    @Override
                    public void begins(PipelineState state, String root) {
                        progress.update(stay.run(), () -> CurrentActivity.of(state));
                    }

                    @Override
                    public void onEvent(Event event, Option<String> message, PipelineState state) {
                        progress.update(stay.run(), () -> CurrentActivity.of(state));
                    }
                };
        try {
            return new HostedRun(
                            stay,
                            host.name(),
                            clone,
                            watched,
                            receiver -> listen(stay.run(), receiver),
                            () -> reportResumed(stay),
                            this::isClosing)
                    .drive();
        } catch (RuntimeException broken) {
            return new StayEnd(
                    stay, host.name(), StayEnd.Kind.FAILED, 0, String.valueOf(broken.getMessage()));
        }
    }

    private void reportResumed(Stay stay) throws InterruptedException {
        retry(
                stay,
                () -> {
                    placement.reportResumed(stay);
                    return true;
                });
    }

    /** A request to the engine. */
    @FunctionalInterface
    private interface Request {
        boolean send() throws IOException;
    }

    /**
     * Repeats a request until the engine answers; once the worker stops, for the host's timeout
     * only. By then the engine has counted the host as lost, and its runs continue elsewhere.
     *
     * @return the answer, false if there is none
     */
    private boolean retry(Stay stay, Request request) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                return request.send();
            } catch (IOException | WireFault silent) {
                if (isOver(start)) {
                    view.notice(
                            stay.run()
                                    + ": the engine does not answer; when this host has been silent"
                                    + " for its timeout, the engine gives the run to another one");
                    return false;
                }
                Thread.sleep(REPEAT);
            }
        }
    }

    private synchronized boolean isOver(long start) {
        long last = host.timeout().toNanos();
        long now = System.nanoTime();
        return isClosing() && now - start >= last && now - closingSince >= last;
    }

    private synchronized boolean isClosing() {
        return !commands.isEmpty();
    }

    private synchronized void listen(String run, Consumer<DriverInput> receiver) {
        receivers.put(run, receiver);
        commands.forEach(receiver);
    }

    /** Sends a command to all drivers. The worker takes no more runs, and stops after the last. */
    public synchronized void send(DriverInput command) {
        var authored = Handover.withAuthor(command);
        if (!isClosing()) closingSince = System.nanoTime();
        commands.add(authored);
        progress.report(command);
        receivers.values().forEach(receiver -> receiver.accept(authored));
    }
}
