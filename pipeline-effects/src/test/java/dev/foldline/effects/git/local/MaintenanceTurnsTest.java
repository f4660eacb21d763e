package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class MaintenanceTurnsTest {
    @Test
    void the_first_commit_and_each_hundredth_after_it_may_start_maintenance() {
        var turns = new MaintenanceTurns();
        assertThat(IntStream.range(0, 250).filter(_ -> turns.next("commit").length == 1).count())
                .isEqualTo(3);
        var others = new MaintenanceTurns();
        assertThat(others.next("commit", "-q")).containsExactly("commit", "-q");
        assertThat(others.next("commit", "-q"))
                .containsExactly("-c", "maintenance.auto=false", "commit", "-q");
    }
}
