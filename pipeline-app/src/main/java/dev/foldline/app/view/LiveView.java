package dev.foldline.app.view;

import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

import java.io.IOError;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A view at the foot of a terminal; what {@link PlainView} would print scrolls away above it.
 * Callers only leave word and go on: a thread of its own draws, at most five times a second, and
 * nothing that happens there reaches them.
 */
final class LiveView implements RunObserver {
    private static final long BETWEEN_PAINTINGS_MILLIS = 200;
    private static final long TICK_MILLIS = 1_000;
    private static final long CLOSING_MILLIS_MAX = 3_000;
    private static final int WAITING_LINES_MAX = 2_000;

    private final Terminal terminal;
    private final TerminalContext audience;
    private final InstantSource clock;
    private final ScreenLayout screen;
    private final Thread drawer;
    private final List<String> above = new ArrayList<>();
    private Optional<PipelineState> state = Optional.empty();
    private Progress progress;
    private int left;
    private boolean changed;
    private boolean closing;

    LiveView(Terminal terminal, TerminalContext audience, InstantSource clock) {
        this.terminal = terminal;
        this.audience = audience;
        this.clock = clock;
        var now = clock.instant();
        this.progress = Progress.beforeStart(audience.since().orElse(now), now);
        this.screen =
                new ScreenLayout(
                        ScreenLayout.Marks.in(terminal.outputEncoding()),
                        audience.since().isPresent()
                                ? "Ctrl-C leaves; the run continues"
                                : "Ctrl-C pauses after this step, twice kills the agents");
        this.drawer = Thread.ofPlatform().daemon().name("foldline view").unstarted(this::draw);
        drawer.start();
    }

    @Override
    public synchronized void begins(PipelineState found, String root) {
        progress = Progress.start(root, progress.startedAt(), found, clock.instant());
        state = Optional.of(found);
        show(EventSummary.opening(found, root));
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
        state = Optional.of(next);
        EventSummary.of(before, event, message, by, next).forEach(this::show);
        wake();
    }

    @Override
    public synchronized void activity(String line) {
        progress = progress.withOutput(line, clock.instant());
        if (audience.isVerbose()) show(new ViewLine("|", line, LineStyle.FAINT));
        wake();
    }

    @Override
    public synchronized void onTaskMessage(String task, String text) {
        progress = progress.noticing(task + ": " + text);
        show(new ViewLine("task", task + ": " + text, LineStyle.FAINT));
    }

    @Override
    public synchronized void notice(String text) {
        progress = progress.noticing(text);
        show(new ViewLine("notice", text, LineStyle.CAREFUL));
    }

    /** Shows what is left to show and gives the terminal back. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        try {
            drawer.join(CLOSING_MILLIS_MAX);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A terminal that is slower than an agent is loud gets the beginning of what waits, and the
     * number of lines left out.
     */
    private void show(ViewLine remark) {
        if (remark.tone() == LineStyle.FAINT && !audience.isVerbose()) return;
        if (above.size() < WAITING_LINES_MAX)
            above.add(remark.line(progress.at(clock.instant()).elapsed(), audience.coloured()));
        else left++;
        wake();
    }

    private synchronized void wake() {
        changed = true;
        notifyAll();
    }

    private void draw() {
        try (var painter = new TerminalPainter(terminal, audience.coloured())) {
            while (awaitChange()) {
                paint(painter);
                rest();
            }
            paint(painter);
        } catch (InterruptedException | RuntimeException | IOError gone) {
            // The terminal is gone; the run does not need it.
            return;
        }
    }

    private void paint(TerminalPainter painter) {
        var lines = takeAbove();
        painter.paint(lines, block(painter.columnsMax()));
    }

    private List<AttributedString> block(int width) {
        Optional<PipelineState> shown;
        Progress known;
        synchronized (this) {
            shown = state;
            known = progress.at(clock.instant());
        }
        return shown.map(now -> screen.lines(now, known, width)).orElse(List.of());
    }

    private synchronized List<String> takeAbove() {
        if (left > 0) above.add("  ... " + left + " lines left out");
        var taken = List.copyOf(above);
        above.clear();
        left = 0;
        return taken;
    }

    /**
     * Waits until there is something new to show, or for the next second; false once the view is to
     * end.
     */
    private synchronized boolean awaitChange() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
        for (long remaining = until - System.nanoTime();
                remaining > 0 && !changed && !closing;
                remaining = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, remaining);
        }
        changed = false;
        return !closing;
    }

    private synchronized void rest() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BETWEEN_PAINTINGS_MILLIS);
        for (long remaining = until - System.nanoTime();
                remaining > 0 && !closing;
                remaining = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, remaining);
        }
    }
}
