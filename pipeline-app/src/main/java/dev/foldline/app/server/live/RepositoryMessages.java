package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.state.Lifecycle;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * The messages of all runs of a repository, in one order that {@link EventOrder} keeps. There is
 * one of it in a server. It starts to note the order when the first client asks for it.
 */
public final class RepositoryMessages extends MessageLog {
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final int NOTED_AT_ONCE = 500;
    private static final int NOTED_OF_ALL_AT_ONCE = 2_000;
    private static final int READERS_MAX = 32;
    private static final int READ_AT_ONCE = 1_000;

    private final Runs runs;
    private final Path file;
    private final NotedEvents events;
    private final ReentrantLock lock = new ReentrantLock();

    /** The one that was used longest ago first. */
    private final LinkedHashMap<RunId, RunHistory.Steps> readers =
            new LinkedHashMap<>(READERS_MAX, 0.75f, true);

    private final Map<RunId, Long> sizes = new HashMap<>();
    private volatile Option<EventOrder> order = Option.none();
    private Option<Receiver> receiver = Option.none();

    public RepositoryMessages(Runs runs) {
        this.runs = runs;
        this.events = new NotedEvents(runs);
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
        if (order.isDefined() && order.get().isReplaced()) {
            order = Option.none();
            receiver.forEach(Receiver::end);
            receiver = Option.none();
            forget();
        }
        if (order.isEmpty()) order = EventOrder.open(file);
        if (order.isEmpty()) order = Option.of(EventOrder.create(file, known()));
        return order.get();
    }

    /** The last event of each run. */
    private List<EventOrder.Entry> known() throws IOException {
        var known = new ArrayList<EventOrder.Entry>();
        for (var run : runs.unordered()) {
            try {
                long size = size(run);
                if (size == 0) continue;
                long seq = RunHistory.open(run).latest().seq();
                known.add(new EventOrder.Entry(run.id(), seq, size, false));
            } catch (UserError | IOException unreadable) {
                NotedEvents.requireUninterrupted(unreadable);
            }
        }
        return known;
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
            while (true) if (!noted(client)) Thread.sleep(INTERVAL);
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
            forget();
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        readers.values().forEach(RepositoryMessages::close);
        readers.clear();
        sizes.clear();
    }

    private static void close(RunHistory.Steps reader) {
        try {
            reader.close();
        } catch (IOException unclosed) {
            // It was only read.
        }
    }

    private void close(RunId run) {
        var reader = readers.remove(run);
        if (reader != null) close(reader);
    }

    private boolean noted(Receiver client) throws IOException {
        lock.lock();
        try {
            if (!receiver.contains(client)) throw new IOException("replaced: " + file);
            return note();
        } finally {
            lock.unlock();
        }
    }

    /** Notes and publishes events that are new in the logs; false if there are none. */
    private boolean note() throws IOException {
        var order = order();
        var found = new ArrayList<Found>();
        var listed = runs.unordered();
        for (var run : listed) if (found.size() < NOTED_OF_ALL_AT_ONCE) find(run, order, found);
        var ids = listed.stream().map(RunDirectory::id).collect(Collectors.toSet());
        sizes.keySet().retainAll(ids);
        for (var run : List.copyOf(readers.keySet())) if (!ids.contains(run)) close(run);
        if (found.isEmpty()) return false;
        found.sort(Comparator.comparing(Found::at));
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
            // The readers have passed what was not noted.
            forget();
            throw incomplete;
        }
        for (var each : found) {
            number++;
            for (var client : receiver)
                Broadcasts.ofRepository(each.step(), number).forEach(client::publish);
        }
        return true;
    }

    private void find(RunDirectory run, EventOrder order, List<Found> found) throws IOException {
        try {
            long size = size(run);
            if (size == 0 || sizes.getOrDefault(run.id(), 0L) == size) return;
            var noted = order.latest(run.id());
            if (noted.exists(entry -> entry.offset() == size)
                    || !find(run, noted.map(EventOrder.Entry::seq).getOrElse(0L), found))
                sizes.put(run.id(), size);
        } catch (IOException unreadable) {
            close(run.id());
            NotedEvents.requireUninterrupted(unreadable);
        }
    }

    /**
     * @return whether there may be more
     */
    private boolean find(RunDirectory run, long noted, List<Found> found) throws IOException {
        try {
            var reader = reader(run);
            var at = Instant.MIN;
            var last = Optional.<ReplayStep>empty();
            for (int count = 0; count < NOTED_AT_ONCE; ) {
                var next = reader.next();
                if (next.isEmpty()) {
                    if (last.isPresent()
                            && last.get().after().lifecycle() instanceof Lifecycle.Ended)
                        close(run.id());
                    return false;
                }
                last = next;
                var step = next.get();
                if (step.seq() <= noted) continue;
                // The clock of a run may go back, its events do not.
                if (step.at().isAfter(at)) at = step.at();
                found.add(new Found(run.id(), step, reader.offset(), at));
                count++;
            }
            return true;
        } catch (UserError damaged) {
            // The call for the log itself reports the damage.
            close(run.id());
            return false;
        }
    }

    /** Each has a buffer and an open file, so there are only some. */
    private RunHistory.Steps reader(RunDirectory run) throws IOException {
        var known = readers.get(run.id());
        if (known != null) return known;
        var opened = RunHistory.open(run).steps();
        readers.put(run.id(), opened);
        if (readers.size() > READERS_MAX) close(readers.firstEntry().getKey());
        return opened;
    }

    @Override
    Part read(StreamPosition after) throws IOException {
        var order = this.order.getOrElseThrow(() -> new IOException("no order: " + file));
        if (after.seq() > order.last()) throw new IOException("replaced: " + file);
        var entries = order.read(after.seq(), READ_AT_ONCE);
        var steps = events.of(entries);
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
}
