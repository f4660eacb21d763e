package dev.foldline.app.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void edits_count_insertions_deletions_replacements_and_swaps() {
        assertThat(Nearest.edits("", "")).isZero();
        assertThat(Nearest.edits("abc", "abc")).isZero();
        assertThat(Nearest.edits("abc", "")).isEqualTo(3);
        assertThat(Nearest.edits("abc", "abxc")).isEqualTo(1);
        assertThat(Nearest.edits("abc", "axc")).isEqualTo(1);
        assertThat(Nearest.edits("abc", "acb")).isEqualTo(1);
        assertThat(Nearest.edits("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void the_nearest_name_is_suggested() {
        assertThat(Nearest.to("iteration", List.of("reviews", "iterations"))).contains("iterations");
        assertThat(Nearest.to("Agent-Calls", List.of("agent_calls"))).contains("agent_calls");
    }

    @Test
    void nothing_near_means_no_suggestion() {
        assertThat(Nearest.to("colour", List.of("gates", "usd"))).isEmpty();
        assertThat(Nearest.to("x".repeat(10_000), List.of("x"))).isEmpty();
    }
}
