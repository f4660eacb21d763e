package dev.foldline.app.trace;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Follows the log of a run and sends its spans, on a thread of its own. The log is the queue: a
 * collector that is slow or away delays nothing, and gets the spans later. A file beside the log
 * has the number of the last event whose spans were accepted; the next driver continues there.
 */
final class TraceFollower {
    private static final int BATCH_MAX = 512;

    /** How long complete spans are collected before they are sent. */
    private static final Duration COLLECTING = Duration.ofSeconds(1);

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** How long the end of a driver waits for the last spans. */
    private static final Duration CLOSING = Duration.ofSeconds(3);

    private final Path log;
    private final Path mark;
    private final RunSpans spans;
    private final OtlpExporter exporter;
    private final Consumer<String> notices;
    private final LogFold fold = LogFold.fromStart();
    private final Semaphore events = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicBoolean warned = new AtomicBoolean();
    private final Thread thread;
    private long seq;

    private TraceFollower(
            RunDirectory run, RunSpans spans, OtlpExporter exporter, Consumer<String> notices) {
        this.log = run.events();
        this.mark = run.path().resolve("traced");
        this.spans = spans;
        this.exporter = exporter;
        this.notices = notices;
        this.thread = Thread.ofVirtual().name("trace").unstarted(this::follow);
    }

    static TraceFollower start(
            RunDirectory run, RunSpans spans, OtlpExporter exporter, Consumer<String> notices) {
        var follower = new TraceFollower(run, spans, exporter, notices);
        follower.thread.start();
        return follower;
    }

    /** Reports that the log has new events. */
    void wake() {
        events.release();
    }

    /** Sends the rest within a short time, or leaves it to the next driver. */
    void close() {
        closing.countDown();
        events.release();
        try {
            if (!thread.join(CLOSING)) warn("not reached in time");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void follow() {
        try (exporter;
                var reader = LogReader.open(log)) {
            long sent = sent();
            for (boolean last = false; !last; ) {
                last = closing.getCount() == 0;
                events.drainPermits();
                for (var batch = batch(reader, sent); !batch.isEmpty(); batch = batch(reader, sent))
                    if (!send(batch)) return;
                if (last) return;
                events.acquire();
                closing.await(COLLECTING.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failed) {
            warn(String.valueOf(failed.getMessage()));
        }
    }

    /** Returns the next complete spans that were not sent; empty at the end of the log. */
    private Vector<Span> batch(LogReader reader, long sent) throws IOException {
        Vector<Span> batch = Vector.empty();
        while (batch.size() < BATCH_MAX && reader.next() instanceof ReadResult.Line(var line)) {
            seq = line.seq();
            var complete = fold.next(line).map(folded -> spans.next(step(line, folded)));
            if (seq > sent) batch = batch.appendAll(complete.getOrElse(Vector.empty()));
        }
        return batch;
    }

    private static ReplayStep step(LogLine line, LogFold.Folded folded) {
        return new ReplayStep(
                line.seq(),
                line.at(),
                line.rule(),
                line.message(),
                line.by(),
                folded.event(),
                folded.before().toJavaOptional(),
                folded.after());
    }

    /** Returns whether the spans were accepted; otherwise the driver has left. */
    private boolean send(Vector<Span> batch) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                exporter.send(batch);
                AtomicFile.write(mark, Long.toString(seq));
                return true;
            } catch (IOException refused) {
                warn(describe(refused));
                if (closing.await(PAUSES.pause(attempt).toMillis(), TimeUnit.MILLISECONDS))
                    return false;
            }
        }
    }

    private static String describe(IOException failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    private void warn(String why) {
        if (!warned.getAndSet(true))
            notices.accept(why + "; the run continues, and its trace is sent later");
    }

    private long sent() throws IOException {
        try {
            return Long.parseLong(Files.readString(mark).strip());
        } catch (NoSuchFileException | NumberFormatException none) {
            return 0;
        }
    }
}
