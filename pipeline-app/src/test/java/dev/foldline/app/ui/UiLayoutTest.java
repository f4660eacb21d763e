package dev.foldline.app.ui;

import static dev.foldline.app.ui.UiFixture.listing;
import static dev.foldline.app.ui.UiFixture.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.ui.UiKey.Named;
import dev.foldline.app.ui.UiKey.Typed;

import io.vavr.collection.Vector;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class UiLayoutTest {
    private static final UiLayout LAYOUT = new UiLayout("shop", new TextStyle(true));
    private static final Vector<String> OUTPUT = Vector.range(0, 50).map(line -> "line " + line);

    private static Vector<String> lines(UiState state) {
        return LAYOUT.lines(state, 20, 100)
                .map(AttributedString::toString)
                .map(String::stripTrailing);
    }

    private static UiState pressed(UiState state, UiKey... keys) {
        for (var key : keys) state = UiKeys.press(state, key).state();
        return state;
    }

    @Test
    void the_first_line_counts_the_runs_that_wait_for_the_user() {
        assertThat(lines(listing()).head()).isEqualTo("shop  2 runs need you, 4 of 4 listed");
        assertThat(lines(listing(row("r1", "halted", "Add a price"))).head())
                .contains("1 run needs you");
        assertThat(lines(UiState.EMPTY).get(2)).isEqualTo("Reading the runs...");
        assertThat(lines(listing()).get(2)).startsWith("r3").endsWith("Add a price");
    }

    @Test
    void a_pane_is_scrolled_from_its_start_and_output_from_its_end() {
        var status = listing().withLines(listing().run().get(), OUTPUT);
        assertThat(lines(status)).contains("line 0").doesNotContain("line 49");
        assertThat(lines(pressed(status, Named.PAGE_DOWN)))
                .contains("line 10")
                .doesNotContain("line 9");
        var output =
                pressed(listing(), Named.NEXT_PANE, Named.NEXT_PANE)
                        .withLines(listing().run().get(), OUTPUT);
        assertThat(lines(output)).contains("line 49", "line 40").doesNotContain("line 0");
        assertThat(lines(pressed(output, Named.PAGE_UP)))
                .contains("line 39")
                .doesNotContain("line 49");
    }

    @Test
    void a_question_shows_the_command_that_would_run() {
        var asked = pressed(UiFixture.reading(), new Typed("a"));
        assertThat(lines(asked)).contains(UiFixture.APPROVE);
        assertThat(lines(asked).last()).isEqualTo("Run this command? [y/N]");
        assertThat(lines(pressed(listing(), new Typed("?"))))
                .anyMatch(line -> line.startsWith("x  "));
        assertThat(lines(pressed(listing(), new Typed("/"), new Typed("z"))).last())
                .isEqualTo("search: z_");
    }

    @Test
    void a_long_command_is_shown_whole_and_a_tab_takes_its_columns() {
        var reason = "x".repeat(200);
        var asked =
                UiKeys.press(
                                pressed(UiFixture.reading(), new Typed("r"), new Typed(reason)),
                                Named.ENTER)
                        .state();
        assertThat(lines(asked).mkString()).contains(reason);
        var tabs = listing().withLines(listing().run().get(), Vector.of("\tat\tline"));
        assertThat(lines(tabs)).anyMatch(line -> line.equals("        at      line"));
    }

    /** The selected run is on the screen, however small that is, and no line is too wide. */
    @Test
    void everything_fits_any_terminal() {
        var rows =
                Vector.range(0, 30)
                        .map(number -> row("run" + number, "running", "日本語のとても長い題名 " + number))
                        .toJavaArray(UiRow[]::new);
        for (int height = 1; height < 40; height += 3)
            for (int width = 1; width < 120; width += 11)
                for (int selected = 0; selected < rows.length; selected += 7) {
                    var shown = LAYOUT.lines(listing(rows).select(selected), height, width);
                    assertThat(shown.size()).as("%s rows", height).isEqualTo(height);
                    for (var line : shown)
                        assertThat(line.columnLength()).isLessThanOrEqualTo(width);
                    if (UiLayout.fits(height, width))
                        assertThat(shown.map(AttributedString::toString).mkString("\n"))
                                .contains("run" + selected);
                }
    }
}
