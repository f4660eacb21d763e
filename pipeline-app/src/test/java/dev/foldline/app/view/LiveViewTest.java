package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.view.TerminalContext.Detail;
import dev.foldline.core.effect.Control;

import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;
import org.jline.utils.ScreenTerminalOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The view on an emulated terminal: what is tested is what its cells show. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class LiveViewTest {
    private volatile boolean echoes;
    private final ScreenTerminal screen = new ScreenTerminal(80, 20);
    private final LineDisciplineTerminal terminal = terminal();
    private final LiveView view =
            new LiveView(
                    terminal,
                    TerminalContext.ofDriver(true, true, Detail.USUAL),
                    () -> RalphWalk.BEGAN);

    private LineDisciplineTerminal terminal() {
        try {
            var made =
                    new LineDisciplineTerminal(
                            "test",
                            "xterm-256color",
                            new ScreenTerminalOutputStream(
                                    screen,
                                    StandardCharsets.UTF_8,
                                    OutputStream.nullOutputStream()),
                            StandardCharsets.UTF_8,
                            Terminal.SignalHandler.SIG_IGN) {
                        @Override
                        public void setAttributes(Attributes attributes) {
                            super.setAttributes(attributes);
                            echoes = attributes.getLocalFlag(LocalFlag.ECHO);
                        }
                    };
            var attributes = made.getAttributes();
            attributes.setLocalFlag(LocalFlag.ECHO, true);
            made.setAttributes(attributes);
            made.setSize(Size.of(80, 20));
            return made;
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void the_block_is_drawn_below_the_lines_with_the_cursor_at_its_start() throws Exception {
        RalphWalk.ralph(2).watchedBy(view).untilRole("planner");
        // The line of the call is printed after the block has shown it.
        await(
                lines ->
                        lines.contains("planner claude 00:00:00")
                                && lines.stream()
                                        .anyMatch(line -> line.contains("planner claude called")));
        assertThat(echoes).isFalse();
        var lines = lines();
        int header = indexOf(lines, "\u2500 r0123456789abcdef \u00b7 ralph \u00b7 foldline/greet");
        assertThat(lines.get(header - 1)).contains("planner claude called");
        assertThat(lines.get(header + 1))
                .isEqualTo(
                        "prepare \u2713  iterate 1/2: \u25b8planning development commit  polish "
                                + " finish  close");
        assertThat(lines.get(header + 3)).isEqualTo("planner claude 00:00:00");
        assertThat(lines.subList(header + 7, lines.size())).allMatch(String::isEmpty);
        view.close();
    }

    @Test
    void the_output_of_the_agent_is_shown_without_its_escapes() throws Exception {
        RalphWalk.ralph(2).watchedBy(view).untilRole("planner");
        view.activity("\u001b[2J\u001b[H\u001b]0;mine\u0007reading \u4f60\u597d");
        await(lines -> lines.contains("planner claude 00:00:00 \u00b7 reading \u4f60\u597d"));
        view.close();
    }

    @Test
    void the_end_leaves_the_lines_and_restores_the_terminal() throws Exception {
        RalphWalk.ralph(1).watchedBy(view).until(Control.Stop.class);
        view.close();
        await(
                lines ->
                        lines.stream()
                                        .anyMatch(
                                                line ->
                                                        line.endsWith(
                                                                "end       completed (4 commits, 8"
                                                                        + " agent calls)"))
                                && lines.stream().noneMatch(line -> line.contains("Ctrl-C")));
        await(_ -> echoes);
        view.close();
    }

    @Test
    void a_terminal_that_is_resized_shows_one_block() throws Exception {
        RalphWalk.ralph(2).watchedBy(view).untilRole("planner");
        await(lines -> lines.contains("planner claude 00:00:00"));
        screen.setSize(Size.of(50, 16));
        terminal.setSize(Size.of(50, 16));
        await(
                lines ->
                        lines.stream()
                                .filter(line -> line.contains("00:00:00 \u2500"))
                                .map(String::length)
                                .toList()
                                .equals(List.of(49)));
        view.close();
    }

    @Test
    void a_low_terminal_shows_as_much_of_the_block_as_fits() throws Exception {
        screen.setSize(Size.of(80, 5));
        terminal.setSize(Size.of(80, 5));
        RalphWalk.ralph(2).watchedBy(view).untilRole("planner");
        await(lines -> lines.contains("planner claude 00:00:00"));
        view.activity("still there");
        await(
                lines ->
                        lines.contains("planner claude 00:00:00 \u00b7 still there")
                                && lines.stream()
                                                .filter(
                                                        line ->
                                                                line.contains(
                                                                        "r0123456789abcdef \u00b7"))
                                                .count()
                                        == 1);
        view.close();
    }

    @Test
    void many_lines_at_once_scroll_away_in_order() throws Exception {
        var walk = RalphWalk.ralph(1).watchedBy(view);
        for (int number = 0; number < 500; number++) view.notice("number " + number);
        view.close();
        await(lines -> lines.stream().anyMatch(line -> line.contains("number 499")));
        assertThat(
                        lines().stream()
                                .filter(line -> line.contains("number"))
                                .map(line -> line.substring(line.indexOf("number")))
                                .collect(Collectors.toList()))
                .endsWith("number 498", "number 499")
                .hasSizeGreaterThan(10);
        assertThat(walk.state()).isNotNull();
    }

    @Test
    void a_terminal_that_is_gone_does_not_reach_the_driver() throws Exception {
        terminal.close();
        RalphWalk.ralph(1).watchedBy(view).until(Control.Stop.class);
        view.notice("still here");
        view.close();
    }

    private void await(Predicate<List<String>> shown) throws InterruptedException {
        while (!shown.test(lines())) screen.waitDirty(100);
    }

    private List<String> lines() {
        return ScreenCells.lines(screen);
    }

    private static int indexOf(List<String> lines, String beginning) {
        for (int index = 0; index < lines.size(); index++)
            if (lines.get(index).startsWith(beginning)) return index;
        throw new AssertionError(
                "no line begins with " + beginning + ":\n" + String.join("\n", lines));
    }
}
