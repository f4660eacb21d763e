package dev.foldline.app.view;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * One line for each thing worth knowing: {@code 00:12:03 commit 9ab1234 Add login}. For pipes, logs
 * and simple terminals.
 */
final class PlainView implements RunObserver {
    private static final Duration SILENCE_MAX = Duration.ofMinutes(1);
    private static final Duration SILENCE_MAX_WAITING = Duration.ofMinutes(15);
    private static final int LOOK_SECONDS = 5;

    private final PrintStream out;
    private final TerminalContext audience;
    private final InstantSource clock;
    private final ScheduledExecutorService heart;
    private Optional<PipelineState> state = Optional.empty();
    private Progress progress;
    private Instant lastLine;

    PlainView(PrintStream out, TerminalContext audience, InstantSource clock) {
        this.out = out;
        this.audience = audience;
        this.clock = clock;
        var now = clock.instant();
        this.progress = Progress.beforeStart(audience.since().orElse(now), now);
        this.lastLine = now;
        this.heart =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("foldline heartbeat").factory());
    }

    @Override
    public synchronized void begins(PipelineState found, String root) {
        progress = Progress.start(root, progress.startedAt(), found, clock.instant());
        state = Optional.of(found);
        print(EventSummary.opening(found, root));
        var _ =
                heart.scheduleWithFixedDelay(
                        this::beat, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void onEvent(Event event, Option<String> message, PipelineState next) {
        onEvent(event, message, Option.none(), next);
    }

    @Override
    public synchronized void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState next) {
        var before = state.orElse(next);
        progress = progress.after(before, next, clock.instant());
        EventSummary.of(before, event, message, by, next).forEach(this::print);
        state = Optional.of(next);
    }

    @Override
    public synchronized void activity(String line) {
        progress = progress.withOutput(line, clock.instant());
        if (audience.isVerbose()) print(new ViewLine("|", line, LineStyle.FAINT));
    }

    @Override
    public synchronized void onTaskMessage(String task, String text) {
        print(new ViewLine("task", task + ": " + text, LineStyle.FAINT));
    }

    @Override
    public synchronized void notice(String text) {
        print(new ViewLine("notice", text, LineStyle.CAREFUL));
    }

    @Override
    public void close() {
        heart.shutdownNow();
        out.flush();
    }

    /** Says that the run is alive when nothing was said for long. */
    synchronized void beat() {
        progress = progress.at(clock.instant());
        var atWork =
                state.filter(now -> !(now.slots().inFlight() instanceof InFlight.Idle)).isPresent();
        if (Duration.between(lastLine, progress.now())
                        .compareTo(atWork ? SILENCE_MAX : SILENCE_MAX_WAITING)
                < 0) return;
        state.map(CurrentActivity::of)
                .filter(doing -> !doing.isEmpty())
                .ifPresent(
                        doing ->
                                print(
                                        new ViewLine(
                                                "still",
                                                doing + (atWork ? sinceWhen() : ""),
                                                LineStyle.PLAIN)));
    }

    private String sinceWhen() {
        var said =
                progress.output()
                        .map(
                                last ->
                                        "; said "
                                                + ValueFormatter.duration(
                                                        Duration.between(last.at(), progress.now())
                                                                .toMillis())
                                                + " ago: "
                                                + last.line());
        return " for " + ValueFormatter.duration(progress.worked().toMillis()) + said.orElse("");
    }

    private void print(ViewLine remark) {
        if (remark.tone() == LineStyle.FAINT && !audience.isVerbose()) return;
        lastLine = clock.instant();
        out.println(remark.line(progress.at(lastLine).elapsed(), audience.coloured()));
        out.flush();
    }
}
