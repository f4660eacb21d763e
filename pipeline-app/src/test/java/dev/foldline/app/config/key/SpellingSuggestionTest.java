package dev.foldline.app.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class SpellingSuggestionTest {
    @Test
    void edits_count_insertions_deletions_replacements_and_swaps() {
        assertThat(SpellingSuggestion.edits("", "")).isZero();
        assertThat(SpellingSuggestion.edits("abc", "abc")).isZero();
        assertThat(SpellingSuggestion.edits("abc", "")).isEqualTo(3);
        assertThat(SpellingSuggestion.edits("abc", "abxc")).isEqualTo(1);
        assertThat(SpellingSuggestion.edits("abc", "axc")).isEqualTo(1);
        assertThat(SpellingSuggestion.edits("abc", "acb")).isEqualTo(1);
        assertThat(SpellingSuggestion.edits("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void the_nearest_name_is_suggested() {
        assertThat(SpellingSuggestion.to("iteration", List.of("reviews", "iterations")))
                .contains("iterations");
        assertThat(SpellingSuggestion.to("Agent-Calls", List.of("agent_calls")))
                .contains("agent_calls");
    }

    @Test
    void distant_words_give_no_suggestion() {
        assertThat(SpellingSuggestion.to("colour", List.of("gates", "usd"))).isEmpty();
        assertThat(SpellingSuggestion.to("x".repeat(10_000), List.of("x"))).isEmpty();
    }
}
