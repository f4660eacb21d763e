package dev.foldline.app.command.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Between an approval that no driver heard and the resume there may be a night. */
class OfflineApprovalTest {
    @TempDir Path folder;

    private CliFixture approved() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--gate", "development", "Add work").exit()).isEqualTo(3);
        assertThat(place.foldline("gates").out()).contains("work.txt", "1 file, +1 -0");
        assertThat(place.foldline("approve").exit()).isZero();
        return place;
    }

    @Test
    void changes_after_an_approval_are_not_committed_as_approved() throws Exception {
        var place = approved().write("a.txt", "not shown\n");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err())
                .contains("files have changed since the gate development was approved")
                .contains("--as-it-is");
        place.git("checkout", "a.txt");
        assertThat(place.foldline("freeze", "look", "-m", "let me see").exit()).isZero();
        assertThat(place.foldline("resume").exit()).as("a driver that does nothing").isEqualTo(3);
        assertThat(place.foldline("approve", "look").exit()).isZero();
        place.write("a.txt", "not shown\n");
        assertThat(place.foldline("resume").err())
                .contains("since the gate development was approved");
        place.git("checkout", "a.txt");
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void work_from_before_the_run_stays_and_that_of_a_later_phase_is_committed() throws Exception {
        var place = CliFixture.ready(folder).write("a.txt", "mine\n");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--allow-dirty",
                                        "--gate",
                                        "planning",
                                        "--until",
                                        "commit",
                                        "Add work")
                                .exit())
                .isEqualTo(3);
        var approved = place.foldline("approve");
        assertThat(approved.exit()).as(approved.all()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
        place.write("b.txt", "during the run\n");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("b.txt", "work.txt");
        assertThat(place.read("a.txt")).isEqualTo("mine\n");
    }
}
