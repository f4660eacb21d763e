package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.key.Key;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class SettingsTest {
    private static final List<Key> KEYS = Settings.KEYS.keys();

    @Test
    void every_key_and_every_variable_is_declared_once() {
        assertThat(KEYS.stream().map(Key::dotted)).doesNotHaveDuplicates();
        assertThat(KEYS.stream().map(Key::variable).flatMap(Optional::stream))
                .doesNotHaveDuplicates();
    }

    @Test
    void no_key_is_a_group_of_others() {
        // A role has a key of its own, or the key of the roles of workflow files.
        assertThat(KEYS)
                .filteredOn(key -> !key.path().getFirst().equals("roles"))
                .allSatisfy(key -> assertThat(Settings.KEYS.startingWith(key.path())).hasSize(1));
    }

    @Test
    void every_key_is_documented_by_a_sentence() {
        assertThat(KEYS).allSatisfy(key -> assertThat(key.doc()).endsWith(".").doesNotContain("|"));
    }

    @Test
    void the_variable_of_a_key_is_its_path_in_capitals() {
        assertThat(Settings.KEYS.get("budget.agent_calls").variable())
                .contains("FOLDLINE_BUDGET_AGENT_CALLS");
        assertThat(Settings.KEYS.get("agents.mine.run").variable()).isEmpty();
    }
}
