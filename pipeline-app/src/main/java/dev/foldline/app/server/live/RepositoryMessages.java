package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages of all runs of a repository, in one order that {@link EventOrder} keeps. There is
 * one of it in a server. It starts to note the order when the first client asks for it.
 */
public final class RepositoryMessages extends MessageLog {
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final int NOTED_AT_ONCE = 500;
    private static final int READ_AT_ONCE = 1_000;

    private final Runs runs;
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<RunId, RunHistory.Steps> readers = new HashMap<>();
    private final Map<RunId, Long> sizes = new HashMap<>();
    private volatile Option<EventOrder> order = Option.none();
    private Option<Receiver> receiver = Option.none();

    public RepositoryMessages(Runs runs) {
        this.runs = runs;
        this.file = runs.root().resolve("event-order");
    }

    /** An event that is new. */
    private record Found(RunId run, ReplayStep step, long offset, Instant at) {}

    @Override
    String name() {
        return "repository";
    }

    @Override
    Option<String> subject() {
        return Option.none();
    }

    @Override
    public long last() throws IOException {
        lock.lock();
        try {
            return order().last();
        } finally {
            lock.unlock();
        }
    }

    /** The position behind all events that are in the logs now. */
    public StreamPosition now() throws IOException {
        lock.lock();
        try {
            while (note()) {}
            return StreamPosition.behind(order().last());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String id(StreamPosition at) {
        return order.get().tag() + "-" + at;
    }

    @Override
    public Option<StreamPosition> position(String id) {
        int dash = id.indexOf('-');
        if (dash < 0) return id.equals("0") ? Option.of(StreamPosition.START) : Option.none();
        return order.exists(known -> known.tag().equals(id.substring(0, dash)))
                ? StreamPosition.read(id.substring(dash + 1))
                : Option.none();
    }

    private EventOrder order() throws IOException {
        if (order.isEmpty()) order = EventOrder.open(file);
        if (order.isEmpty()) order = Option.of(EventOrder.create(file, known()));
        return order.get();
    }

    /** The last event of each run. */
    private Vector<EventOrder.Entry> known() throws IOException {
        var known = new ArrayList<EventOrder.Entry>();
        for (var run : runs.unordered()) {
            long size = size(run);
            if (size == 0) continue;
            try {
                long seq = RunHistory.open(run).latest().seq();
                known.add(new EventOrder.Entry(run.id(), seq, size, false));
            } catch (UserError unreadable) {
                // The call for the log itself reports the damage.
            }
        }
        return Vector.ofAll(known);
    }

    private static long size(RunDirectory run) throws IOException {
        try {
            return Files.size(run.events());
        } catch (NoSuchFileException none) {
            return 0;
        }
    }

    @Override
    void follow(Receiver client) throws IOException, InterruptedException {
        start(client);
        try {
            while (true) if (!noted()) Thread.sleep(INTERVAL);
        } finally {
            stop(client);
        }
    }

    private void start(Receiver client) throws IOException {
        lock.lock();
        try {
            client.start(StreamPosition.behind(order().last()));
            receiver = Option.of(client);
        } finally {
            lock.unlock();
        }
    }

    /** Another client may have started meanwhile. */
    private void stop(Receiver client) throws IOException {
        lock.lock();
        try {
            if (!receiver.contains(client)) return;
            receiver = Option.none();
            for (var reader : readers.values()) reader.close();
            readers.clear();
            sizes.clear();
        } finally {
            lock.unlock();
        }
    }

    private boolean noted() throws IOException {
        lock.lock();
        try {
            return note();
        } finally {
            lock.unlock();
        }
    }

    /** Notes and publishes events that are new in the logs; false if there are none. */
    private boolean note() throws IOException {
        var found = new ArrayList<Found>();
        for (var run : runs.unordered()) find(run, found);
        if (found.isEmpty()) return false;
        found.sort(Comparator.comparing(Found::at));
        var order = order();
        long number = order.last();
        try {
            order.append(
                    found.stream()
                            .map(
                                    each ->
                                            new EventOrder.Entry(
                                                    each.run(),
                                                    each.step().seq(),
                                                    each.offset(),
                                                    true))
                            .toList());
        } catch (IOException incomplete) {
            this.order = EventOrder.open(file);
            throw incomplete;
        }
        for (var each : found) {
            number++;
            for (var client : receiver)
                Broadcasts.ofRepository(each.step(), number).forEach(client::publish);
        }
        return true;
    }

    private void find(RunDirectory run, List<Found> found) throws IOException {
        long size = size(run);
        if (size == 0 || sizes.getOrDefault(run.id(), 0L) == size) return;
        var noted = order().latest(run.id());
        if (noted.exists(entry -> entry.offset() == size)) {
            sizes.put(run.id(), size);
            return;
        }
        try {
            if (!find(run, noted.map(EventOrder.Entry::seq).getOrElse(0L), found))
                sizes.put(run.id(), size);
        } catch (UserError unreadable) {
            // The call for the log itself reports the damage.
            sizes.put(run.id(), size);
        }
    }

    /**
     * @return whether there may be more
     */
    private boolean find(RunDirectory run, long noted, List<Found> found) throws IOException {
        var reader = readers.get(run.id());
        if (reader == null) reader = RunHistory.open(run).steps();
        readers.put(run.id(), reader);
        var at = Instant.MIN;
        for (int count = 0; count < NOTED_AT_ONCE; ) {
            var next = reader.next();
            if (next.isEmpty()) return false;
            var step = next.get();
            if (step.seq() <= noted) continue;
            // The clock of a run may go back, its events do not.
            if (step.at().isAfter(at)) at = step.at();
            found.add(new Found(run.id(), step, reader.offset(), at));
            count++;
        }
        return true;
    }

    @Override
    Part read(StreamPosition after) throws IOException {
        var entries = EventOrder.read(file, after.seq(), READ_AT_ONCE);
        var steps = steps(entries);
        var messages = new ArrayList<StreamMessage>();
        long number = Math.max(after.seq(), 1) - 1;
        for (var entry : entries) {
            number++;
            var step = steps.getOrDefault(entry.run(), Map.of()).get(entry.seq());
            if (step == null) continue;
            Broadcasts.ofRepository(step, number)
                    .filter(message -> message.at().isBehind(after))
                    .forEach(messages::add);
        }
        return new Part(
                Vector.ofAll(messages), entries.isEmpty() ? after : StreamPosition.behind(number));
    }

    /** The events of these entries; those of a run that was deleted are missing. */
    private Map<RunId, Map<Long, ReplayStep>> steps(List<EventOrder.Entry> entries)
            throws IOException {
        var wanted = new HashMap<RunId, TreeSet<Long>>();
        for (var entry : entries)
            if (entry.isSent())
                wanted.computeIfAbsent(entry.run(), _ -> new TreeSet<>()).add(entry.seq());
        var steps = new HashMap<RunId, Map<Long, ReplayStep>>();
        for (var run : wanted.entrySet()) {
            var numbers = run.getValue();
            var found = new HashMap<Long, ReplayStep>();
            steps.put(run.getKey(), found);
            try {
                RunHistory.open(runs.directory(run.getKey()))
                        .walk(
                                step -> {
                                    if (numbers.contains(step.seq())) found.put(step.seq(), step);
                                    return step.seq() < numbers.getLast();
                                });
            } catch (UserError gone) {
                // Its log was deleted or damaged after its events were noted.
            }
        }
        return steps;
    }
}
