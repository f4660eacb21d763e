package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Whole runs in a repository whose objects have SHA-256 names. */
class Sha256RunTest {
    private static final String HASH = "[0-9a-f]{64}";

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.sha256(folder);
    }

    @Test
    void a_run_commits_and_its_history_is_read() throws Exception {
        place.write("mine.txt", "not committed\n");
        var reported = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("rev-parse", "foldline/add-work")).matches(HASH);
        assertThat(place.git("diff", "--name-only", "main", "foldline/add-work"))
                .isEqualTo("work.txt");
        assertThat(place.git("status", "--porcelain")).contains("?? mine.txt");
        assertThat(place.foldline("show").all()).contains("kept          mine.txt");
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
        var refused = place.foldline("replay", "@", "--hermetic");
        assertThat(refused.exit()).isEqualTo(7);
        assertThat(refused.all()).contains("objects with SHA-256 names are not recorded");
        assertThat(place.foldline("doctor").all()).doesNotContain("SHA-256");
    }

    @Test
    void tasks_side_by_side_are_merged() throws Exception {
        place.agent(
                "mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*shop-//')\n"
                        + "echo \"$mine\" > \"$mine.txt\"\n");
        place.write("tasks.yaml", CliFixture.TWO_TASKS + "target: main\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        var started = place.foldline("workflow", "start");
        assertThat(started.exit()).as(started.all()).isZero();
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("login.txt", "search.txt");
        assertThat(place.git("log", "--format=%H", "-1", "main")).matches(HASH);
    }
}
