package dev.foldline.app.ui;

import dev.foldline.app.ui.UiState.UiList;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Reads what the screen shows, in a thread of its own: the list, and the pane of the selected run.
 * A pane that follows from the log is read again when its run has a new event, others each time.
 */
final class UiSource implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1_000;
    private static final Duration CLOSING_MAX = Duration.ofSeconds(2);
    private static final String LIMIT = "200";
    private static final TypeReference<Map<String, Object>> DOCUMENT = new TypeReference<>() {};

    private final CommandOutput.Runner commands;
    private final Thread reader;
    private Selection selection = new Selection("", Option.none(), UiPane.STATUS);
    private Option<UiList> list = Option.none();
    private Option<PaneLines> pane = Option.none();
    private Option<String> fault = Option.none();
    private boolean isDue = true;
    private boolean isForced;
    private boolean isClosing;

    /** What the screen shows now. */
    private record Selection(String search, Option<UiRow> run, UiPane pane) {
        /** Returns whether the pane follows from the log alone, and the log is as before. */
        boolean hasSameLines(Selection earlier) {
            return (pane == UiPane.LOG || pane == UiPane.EXPLAIN)
                    && pane == earlier.pane
                    && run.equals(earlier.run);
        }

        boolean isSameChoice(Selection other) {
            return search.equals(other.search)
                    && pane == other.pane
                    && run.map(UiRow::id).equals(other.run.map(UiRow::id));
        }
    }

    private record PaneLines(Selection of, Vector<String> lines) {}

    UiSource(CommandOutput.Runner commands) {
        this.commands = commands;
        this.reader = Thread.ofVirtual().name("ui-source").start(this::read);
    }

    /** Returns the state with what was read since. */
    synchronized UiState latest(UiState state) {
        var next =
                list.filter(it -> it.search().equals(state.list().search()))
                        .map(state::withList)
                        .getOrElse(state);
        for (var lines : pane)
            if (lines.of().pane() == next.detail().pane()
                    && lines.of().run().map(UiRow::id).equals(next.detail().run()))
                next = next.withLines(lines.of().run().get(), lines.lines());
        for (var text : fault) next = next.withMessage(Option.of(text));
        var shown = new Selection(next.list().search(), next.run(), next.detail().pane());
        boolean isSame = shown.isSameChoice(selection);
        selection = shown;
        if (!isSame) {
            isDue = true;
            notifyAll();
        }
        return next;
    }

    /** Reads everything again, as a command may have changed it. */
    synchronized void refresh() {
        isDue = true;
        isForced = true;
        notifyAll();
    }

    private void read() {
        var last = Option.<Selection>none();
        try {
            for (var next = awaitNext(); next.isDefined(); next = awaitNext()) {
                read(next.get(), last.filter(_ -> !isForced()));
                last = next;
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever goes wrong is shown, so that old data is not taken for the present. */
    private void read(Selection next, Option<Selection> last) {
        try {
            readList(next.search());
            if (!last.exists(next::hasSameLines)) readPane(next);
        } catch (RuntimeException failed) {
            received(Option.none(), Option.of("the runs cannot be read: " + failed.getMessage()));
        }
    }

    private synchronized boolean isForced() {
        boolean was = isForced;
        isForced = false;
        return was;
    }

    private synchronized Option<Selection> awaitNext() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);
        for (long left = end - System.nanoTime();
                left > 0 && !isDue && !isClosing;
                left = end - System.nanoTime()) TimeUnit.NANOSECONDS.timedWait(this, left);
        isDue = false;
        return isClosing ? Option.none() : Option.of(selection);
    }

    private void readList(String search) {
        var words = Vector.of("runs", "--json", "--limit", LIMIT);
        var printed = commands.run(search.isEmpty() ? words : words.append("--text=" + search));
        if (printed.exit() == 0) received(listOf(printed.out(), search), Option.none());
        else received(Option.none(), printed.lines().headOption());
    }

    private synchronized void received(Option<UiList> read, Option<String> why) {
        list = read.orElse(list);
        fault = why;
    }

    private static Option<UiList> listOf(String json, String search) {
        try {
            var document = JsonMapper.shared().readValue(json, DOCUMENT);
            var runs = document.get("runs") instanceof List<?> all ? all : List.of();
            var rows =
                    Vector.ofAll(runs)
                            .map(run -> JsonMapper.shared().convertValue(run, DOCUMENT))
                            .map(UiRow::of);
            var total =
                    document.get("total") instanceof Number number
                            ? Option.of(number.longValue())
                            : Option.<Long>none();
            return Option.of(new UiList(UiRow.ordered(rows), total, search));
        } catch (JacksonException cut) {
            return Option.none();
        }
    }

    private void readPane(Selection next) {
        for (var run : next.run()) {
            var words = next.pane().command(run);
            var lines =
                    words.isEmpty()
                            ? Vector.of("no gate is open")
                            : commands.run(words.append("--color").append("always")).lines();
            received(new PaneLines(next, lines));
        }
    }

    private synchronized void received(PaneLines read) {
        pane = Option.of(read);
    }

    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            isClosing = true;
            notifyAll();
        }
        reader.join(CLOSING_MAX);
    }
}
