package dev.foldline.app.ui;

import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.RunLine;
import dev.foldline.app.ui.UiMode.Ask;
import dev.foldline.app.ui.UiMode.Browse;
import dev.foldline.app.ui.UiMode.Choose;
import dev.foldline.app.ui.UiMode.Confirm;
import dev.foldline.app.ui.UiMode.Help;
import dev.foldline.app.ui.UiMode.Result;
import dev.foldline.app.ui.UiMode.Running;
import dev.foldline.app.ui.UiMode.Search;

import io.vavr.collection.Vector;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * The lines of the screen: a function of the state and the size of the terminal.
 *
 * @param repository its name, for the first line
 */
record UiLayout(String repository, TextStyle paint) {
    /** Lines beside the list and the pane: two heads and the foot. */
    private static final int OTHER_LINES = 3;

    private static final int ID_LENGTH = 8;
    private static final String ROW = "%-8s  %s  %8s  %9s  %s";
    private static final String RUN_HEAD =
            ROW.formatted("RUN", "STATE               ", "TOOK", "COST", "TITLE");

    /** A question that does not fit would be answered unread. */
    private static final int ROWS_MIN = 12;

    private static final int COLUMNS_MIN = 50;
    private static final String TOO_SMALL =
            "the terminal is too small: "
                    + COLUMNS_MIN
                    + " columns and "
                    + ROWS_MIN
                    + " lines are needed";
    private static final int TAB_COLUMNS = 8;
    private static final int LINE_CHARS_MAX = 4_096;
    private static final int LIST_SHARE = 3;
    private static final int LIST_LINES_MIN = 3;
    private static final String KEYS =
            "arrows select  tab pane  a approve  r reject  n next  / search  ? help  q quit";
    private static final Vector<String> HELP =
            Vector.of(
                    "up, down, j, k       select a run",
                    "home, end            select the first or the last run",
                    "tab, left, right     show another pane: status, gate, output, log, explain",
                    "page up, page down   scroll the pane",
                    "a                    approve the open gate of the run, as it is shown",
                    "r                    reject it, with a reason",
                    "n                    select one of the commands that come next",
                    "p                    pause the run after its current step",
                    "c                    continue the run in the background",
                    "x                    cancel the run; its work is saved",
                    "/                    list only runs with a text in title, id or error",
                    "escape               list all runs again, or leave a question",
                    "q, Ctrl-C            quit; runs continue",
                    "Each action runs the command that is shown before you confirm it.");

    /** Lines of at most {@code columns} columns, exactly {@code rows} of them. */
    Vector<AttributedString> lines(UiState state, int rows, int columns) {
        var lines =
                fits(rows, columns)
                        ? Vector.of(head(state), ansi(paint.strong(RUN_HEAD)))
                                .appendAll(body(state, rows - OTHER_LINES, columns))
                                .append(foot(state))
                        : padded(Vector.of(new AttributedString(TOO_SMALL)), rows);
        return lines.map(line -> fit(line, columns));
    }

    /** Returns whether all that must be read before a key is pressed can be shown. */
    static boolean fits(int rows, int columns) {
        return rows >= ROWS_MIN && columns >= COLUMNS_MIN;
    }

    /** The list and a pane. A command that waits for a yes has all the space. */
    private Vector<AttributedString> body(UiState state, int height, int columns) {
        if (state.mode() instanceof Confirm(var command))
            return padded(
                    Vector.ofAll(
                            new AttributedString(Printable.line(command.text()))
                                    .columnSplitLength(columns)),
                    height);
        int listed = Math.max(LIST_LINES_MIN, height / LIST_SHARE);
        int shown = height - listed - 1;
        return list(state, listed, columns)
                .append(rule(state, columns))
                .appendAll(padded(pane(state, shown), shown));
    }

    private AttributedString head(UiState state) {
        var rows = state.list().rows();
        int waiting = rows.count(UiRow::needsUser);
        var counts =
                (waiting == 1 ? "1 run needs you" : waiting + " runs need you")
                        + ", "
                        + rows.size()
                        + state.list().total().map(total -> " of " + total).getOrElse("")
                        + " listed";
        var search = state.list().search();
        return ansi(
                paint.strong(Printable.line(repository))
                        + "  "
                        + (waiting > 0 ? paint.careful(counts) : counts)
                        + (search.isEmpty() ? "" : "  search: " + Printable.line(search)));
    }

    private Vector<AttributedString> list(UiState state, int height, int columns) {
        var rows = state.list().rows();
        int from = Math.clamp(state.index() - height / 2L, 0, Math.max(0, rows.size() - height));
        var shown =
                rows.slice(from, from + height)
                        .map(row -> line(row, state.detail().run().contains(row.id()), columns));
        return padded(
                rows.isEmpty() ? Vector.of(new AttributedString(empty(state))) : shown, height);
    }

    private static String empty(UiState state) {
        if (state.list().total().isEmpty()) return "Reading the runs...";
        return state.list().search().isEmpty()
                ? "No runs. Start one: foldline run \"what to do\""
                : "No run has this text. Escape lists all.";
    }

    private AttributedString line(UiRow row, boolean isSelected, int columns) {
        if (!isSelected) return ansi(text(row.line(), paint));
        var text = text(row.line(), new TextStyle(false));
        var line = new AttributedStringBuilder();
        line.append(text, AttributedStyle.INVERSE);
        while (line.columnLength() < columns) line.append(" ", AttributedStyle.INVERSE);
        return line.toAttributedString();
    }

    /** A run is found by the start of its id; the pane shows all of it. */
    private static String text(RunLine run, TextStyle paint) {
        return ROW.formatted(
                run.id().substring(0, Math.min(ID_LENGTH, run.id().length())),
                run.state(paint),
                run.duration(),
                run.cost(),
                run.titleOrError());
    }

    private AttributedString rule(UiState state, int columns) {
        var line = new AttributedStringBuilder().append("-- ");
        for (var pane : UiPane.values()) {
            boolean isShown = pane == state.detail().pane();
            line.append(
                    isShown ? "[" + pane.title() + "]" : " " + pane.title() + " ",
                    isShown ? AttributedStyle.BOLD : AttributedStyle.DEFAULT);
            line.append(" ");
        }
        while (line.columnLength() < columns) line.append("-");
        return line.toAttributedString();
    }

    private Vector<AttributedString> pane(UiState state, int height) {
        return switch (state.mode()) {
            case Help _ -> HELP.map(AttributedString::new);
            case Result(var lines) -> lines.map(UiLayout::ansi);
            case Choose(var commands) ->
                    commands.zipWithIndex(
                            (command, index) ->
                                    new AttributedString(
                                            (index + 1) + "  " + Printable.line(command)));
            case Browse _, Confirm _, Running _, Ask _, Search _ -> detail(state, height);
        };
    }

    private Vector<AttributedString> detail(UiState state, int height) {
        var detail = state.detail();
        var lines = detail.lines();
        int behind = Math.max(0, lines.size() - height);
        int from =
                detail.pane().isFollowed()
                        ? Math.max(0, behind - detail.scroll())
                        : Math.min(detail.scroll(), behind);
        return lines.slice(from, from + height).map(UiLayout::ansi);
    }

    private AttributedString foot(UiState state) {
        return switch (state.mode()) {
            case Browse _ ->
                    ansi(
                            state.message()
                                    .map(text -> paint.careful(text))
                                    .getOrElse(paint.faint(KEYS)));
            case Confirm _ -> ansi(paint.strong("Run this command? [y/N]"));
            case Running(var command) ->
                    ansi(paint.careful("running: " + Printable.line(command.text())));
            case Ask(var question, _, var typed) ->
                    ansi(paint.strong(question + ": ") + Printable.line(typed) + "_");
            case Search(var typed) -> ansi(paint.strong("search: ") + Printable.line(typed) + "_");
            case Choose _ -> ansi(paint.strong("press the number of a command, or escape"));
            case Help _, Result _ -> ansi(paint.faint("press any key"));
        };
    }

    private static Vector<AttributedString> padded(Vector<AttributedString> lines, int height) {
        return lines.take(height)
                .appendAll(
                        Vector.fill(
                                Math.max(0, height - lines.size()), () -> AttributedString.EMPTY));
    }

    private static AttributedString ansi(String text) {
        var cut = text.substring(0, Math.min(text.length(), LINE_CHARS_MAX));
        return AttributedString.fromAnsi(cut.stripTrailing(), TAB_COLUMNS);
    }

    private static AttributedString fit(AttributedString line, int columns) {
        return line.columnSubSequence(0, columns);
    }
}
