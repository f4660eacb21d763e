package dev.foldline.app.trace;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.trace.CollectorStatus.Problem;
import dev.foldline.app.trace.OtlpExporter.SendResult;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the log of a run and sends its spans, on a thread of its own. The log is the queue: a
 * collector that is slow or away delays nothing, and gets the spans later. A file beside the log
 * has the number of the last event whose spans were accepted or refused; the next driver continues
 * there.
 */
final class TraceFollower {
    private static final int BATCH_MAX = 512;

    /** How long complete spans are collected before they are sent. */
    private static final Duration COLLECTING = Duration.ofSeconds(1);

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** Between attempts while the driver waits. */
    private static final Duration CLOSING_PAUSE = Duration.ofMillis(100);

    private final RunDirectory run;
    private final Path mark;
    private final RunSpans spans;
    private final Supplier<OtlpExporter> exporters;
    private final CollectorStatus collector;
    private final Consumer<String> notices;
    private final LogFold fold = LogFold.fromStart();
    private final Semaphore events = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch overdue = new CountDownLatch(1);
    private final Thread thread;
    private long seq;

    private TraceFollower(
            RunDirectory run,
            RunSpans spans,
            Supplier<OtlpExporter> exporters,
            CollectorStatus collector,
            Consumer<String> notices) {
        this.run = run;
        this.mark = run.path().resolve("traced");
        this.spans = spans;
        this.exporters = exporters;
        this.collector = collector;
        this.notices = notices;
        this.thread = Thread.ofVirtual().name("trace").unstarted(this::follow);
    }

    /**
     * @param exporters creates the exporter on the follower's thread
     * @param collector shared by the followers of a session
     */
    static TraceFollower start(
            RunDirectory run,
            RunSpans spans,
            Supplier<OtlpExporter> exporters,
            CollectorStatus collector,
            Consumer<String> notices) {
        var follower = new TraceFollower(run, spans, exporters, collector, notices);
        follower.thread.start();
        return follower;
    }

    /** Reports that the log has new events. */
    void wake() {
        events.release();
    }

    /** Sends the rest within a short time. */
    void close() {
        closing.countDown();
        events.release();
        try {
            if (!thread.join(collector.closingWait())) leaveIncomplete();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        overdue.countDown();
        thread.interrupt();
    }

    private void leaveIncomplete() {
        collector.setAway(true);
        if (!collector.isReported(Problem.UNAVAILABLE))
            warn(
                    Problem.INCOMPLETE,
                    "the trace is not complete yet; the run's next driver sends the rest, and if"
                            + " the run has ended, the rest is lost");
    }

    private void follow() {
        try (var exporter = exporters.get();
                var _ = lock();
                var reader = LogReader.open(run.events())) {
            long marked = markedEvent();
            for (boolean last = false; !last; ) {
                events.drainPermits();
                last = closing.getCount() == 0;
                for (var batch = batch(reader, marked);
                        !batch.isEmpty();
                        batch = batch(reader, marked)) {
                    deliver(exporter, batch);
                    writeMark();
                }
                if (last) return;
                events.acquire();
                closing.await(COLLECTING.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (OtlpExporter.MalformedHeaders malformed) {
            warn(
                    Problem.HEADERS,
                    malformed.getMessage() + "; the run continues, and no span is sent");
        } catch (IOException | RuntimeException failed) {
            if (overdue.getCount() > 0)
                warn(Problem.LOG, failed + "; the run continues without the rest of its trace");
        }
    }

    /**
     * Waits until no other follower of this run is at work. A driver may start while the one before
     * still waits for the collector, and each span is sent by one of them.
     */
    private RunLock lock() throws IOException, InterruptedException {
        while (true) {
            if (RunLock.take(run.path().resolve("traced.lock"))
                    instanceof RunLock.LockAttempt.Held(var held)) return held;
            if (overdue.await(CLOSING_PAUSE.toMillis(), TimeUnit.MILLISECONDS))
                throw new InterruptedException();
        }
    }

    /** Returns the next complete spans that were not sent; empty at the end of the log. */
    private Vector<Span> batch(LogReader reader, long marked) throws IOException {
        Vector<Span> batch = Vector.empty();
        while (batch.size() < BATCH_MAX && reader.next() instanceof ReadResult.Line(var line)) {
            seq = line.seq();
            var complete = fold.next(line).map(folded -> spans.next(ReplayStep.of(line, folded)));
            if (seq > marked) batch = batch.appendAll(complete.getOrElse(Vector.empty()));
        }
        return batch;
    }

    /** Returns when the collector has accepted or refused the spans. */
    private void deliver(OtlpExporter exporter, Vector<Span> batch) throws InterruptedException {
        for (int attempt = 0; ; attempt++) {
            switch (exporter.send(batch)) {
                case SendResult.Accepted _ -> {
                    collector.setAway(false);
                    return;
                }
                case SendResult.Refused(var why) -> {
                    skip(why);
                    return;
                }
                case SendResult.TooLarge _ -> {
                    if (batch.size() == 1) {
                        skip("a span is too large");
                    } else {
                        var halves = batch.splitAt(batch.size() / 2);
                        deliver(exporter, halves._1());
                        deliver(exporter, halves._2());
                    }
                    return;
                }
                case SendResult.Unavailable(var why) -> {
                    warn(
                            Problem.UNAVAILABLE,
                            why
                                    + "; the run continues. Its spans are sent again while it is"
                                    + " driven; those missing when it has ended are lost");
                    pause(attempt);
                }
            }
        }
    }

    private void skip(String why) {
        warn(Problem.REFUSED, why + "; the run continues, and refused spans are not sent again");
    }

    /** Pauses before the next attempt: a short time if the driver waits for it. */
    private void pause(int attempt) throws InterruptedException {
        if (closing.await(PAUSES.pause(attempt).toMillis(), TimeUnit.MILLISECONDS)
                && overdue.await(CLOSING_PAUSE.toMillis(), TimeUnit.MILLISECONDS))
            throw new InterruptedException();
    }

    private void writeMark() {
        try {
            AtomicFile.write(mark, Long.toString(seq));
        } catch (IOException failed) {
            warn(
                    Problem.MARK,
                    "cannot write "
                            + mark
                            + " ("
                            + failed.getClass().getSimpleName()
                            + "); the run's next driver sends its spans again");
        }
    }

    private long markedEvent() {
        try {
            return Long.parseLong(Files.readString(mark).strip());
        } catch (IOException | NumberFormatException none) {
            return 0;
        }
    }

    private void warn(Problem problem, String text) {
        if (collector.report(problem)) notices.accept(text);
    }
}
