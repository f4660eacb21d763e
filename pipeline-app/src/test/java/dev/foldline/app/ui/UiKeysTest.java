package dev.foldline.app.ui;

import static dev.foldline.app.ui.UiFixture.listing;
import static dev.foldline.app.ui.UiFixture.reading;
import static dev.foldline.app.ui.UiFixture.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.ui.UiKey.Named;
import dev.foldline.app.ui.UiKey.Typed;
import dev.foldline.app.ui.UiMode.Ask;
import dev.foldline.app.ui.UiMode.Confirm;
import dev.foldline.app.ui.UiRequest.Execute;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

import java.util.stream.Stream;

class UiKeysTest {
    /** Every key, and a character that has no meaning. */
    private static final Vector<UiKey> KEYS =
            Vector.<UiKey>of(Named.values())
                    .appendAll(Stream.of("aAnprcxyjkq/?1 9é".split("")).map(Typed::new).toList());

    private static final int DEPTH = 4;

    private static UiState pressed(UiState state, String keys) {
        for (var key : keys.split("")) state = UiKeys.press(state, new Typed(key)).state();
        return state;
    }

    private static Option<Execute> executed(UiState state, UiKey key) {
        return UiKeys.press(state, key)
                .request()
                .filter(Execute.class::isInstance)
                .map(Execute.class::cast);
    }

    @Test
    void the_runs_that_wait_for_the_user_are_first_and_the_keys_do_not_leave_the_list() {
        var state = listing();
        assertThat(state.list().rows().map(UiRow::id)).containsExactly("r3", "r1", "r2", "r4");
        assertThat(pressed(state, "k").detail().run()).contains("r3");
        assertThat(pressed(state, "jjjjjj").detail().run()).contains("r4");
        assertThat(UiKeys.press(state, Named.END).state().detail().run()).contains("r4");
        assertThat(UiKeys.press(UiState.EMPTY, Named.DOWN).state()).isEqualTo(UiState.EMPTY);
    }

    @Test
    void an_approval_is_for_the_revision_that_the_run_names_and_needs_a_yes() {
        var asked = pressed(reading(), "a");
        assertThat(asked.mode())
                .isEqualTo(
                        new Confirm(
                                new Execute(
                                        Vector.of("approve", "plan", "r1", "--revision", "2"))));
        assertThat(executed(asked, new Typed("y")).get().text()).isEqualTo(UiFixture.APPROVE);
        for (var other : KEYS.remove(new Typed("y")))
            assertThat(executed(asked, other)).as("%s", other).isEmpty();
        assertThat(pressed(asked, "n").message()).contains("nothing was changed");
    }

    @Test
    void a_gate_is_answered_only_while_it_is_shown_as_it_is() {
        for (var keys : Vector.of("ja", "jr", "jn1", "jn2")) {
            var led = pressed(listing(), keys);
            assertThat(led.mode()).as(keys).isEqualTo(new UiMode.Browse());
            assertThat(led.detail().pane()).as(keys).isEqualTo(UiPane.GATE);
            assertThat(led.message().get()).contains("read the gate");
        }
        var next =
                row(
                        "r1",
                        "waiting_for_approval",
                        "Add a cart",
                        "foldline approve plan r1 --revision 3");
        var newer = reading().withList(listing(next).list());
        assertThat(pressed(newer, "a").mode()).isEqualTo(new UiMode.Browse());
    }

    @Test
    void a_cancellation_from_the_list_of_commands_asks_once() {
        var state = listing(row("r1", "halted", "Add a cart", "foldline cancel r1"));
        assertThat(executed(pressed(state, "n1"), new Typed("y")).get().text())
                .isEqualTo("foldline cancel r1 --yes");
    }

    @Test
    void while_a_command_runs_only_quitting_is_possible() {
        var running = listing().withMode(new UiMode.Running(new Execute(Vector.of("pause", "r1"))));
        for (var key : KEYS.remove(new Typed("q")).remove(Named.INTERRUPT)) {
            var step = UiKeys.press(running, key);
            assertThat(step.state()).as("%s", key).isEqualTo(running);
            assertThat(step.request()).isEmpty();
        }
    }

    @Test
    void a_rejection_asks_for_its_reason_and_sends_it_as_one_word() {
        var asked = pressed(reading(), "r");
        assertThat(asked.mode()).isInstanceOf(Ask.class);
        assertThat(executed(asked, Named.ENTER)).as("without a reason").isEmpty();
        var typed = UiKeys.press(pressed(asked, "no \"quote😀"), Named.BACKSPACE).state();
        var entered = UiKeys.press(typed, Named.ENTER);
        assertThat(entered.request()).isEmpty();
        assertThat(executed(entered.state(), new Typed("y")).get().words())
                .containsExactly("reject", "plan", "r1", "--revision", "2", "-m", "no \"quote");
        assertThat(UiKeys.press(typed, Named.ESCAPE).state().message())
                .contains("nothing was changed");
    }

    @Test
    void only_commands_of_foldline_that_need_no_shell_are_offered() {
        var offered = pressed(listing(), "n");
        assertThat(offered.mode()).isEqualTo(new UiMode.Choose(Vector.of("foldline explain r3")));
        assertThat(pressed(offered, "2").mode()).isEqualTo(new UiMode.Browse());
        assertThat(executed(pressed(offered, "1"), new Typed("y")).get().takesTerminal()).isTrue();
    }

    @Test
    void without_an_open_gate_there_is_nothing_to_approve() {
        var state = pressed(listing(row("r4", "completed", "Add a search")), "a");
        assertThat(state.mode()).isEqualTo(new UiMode.Browse());
        assertThat(state.message().get()).contains("no gate is open");
    }

    @Test
    void a_run_is_continued_in_the_background_and_the_screen_stays() {
        var command = executed(pressed(listing(), "c"), new Typed("y")).get();
        assertThat(command.text()).isEqualTo("foldline resume r3 --detach");
        assertThat(command.takesTerminal()).isFalse();
    }

    /** Whatever is pressed in whatever order, a command was shown before, and confirmed. */
    @Test
    void no_keys_run_a_command_that_was_not_shown() {
        var ends = Vector.of(listing(), reading());
        for (int depth = 0; depth < DEPTH; depth++)
            ends = ends.flatMap(UiKeysTest::next).distinct();
        assertThat(ends.size()).isGreaterThan(100);
    }

    private static Vector<UiState> next(UiState state) {
        return KEYS.map(
                key -> {
                    executed(state, key)
                            .forEach(command -> assertThat(shown(state)).contains(command.text()));
                    return UiKeys.press(state, key).state();
                });
    }

    private static String shown(UiState state) {
        var lines = new UiLayout("shop", new TextStyle(false)).lines(state, 24, 80);
        return lines.map(AttributedString::toString).map(String::stripTrailing).mkString();
    }
}
