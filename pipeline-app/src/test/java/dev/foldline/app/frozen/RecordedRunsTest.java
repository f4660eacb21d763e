package dev.foldline.app.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Runs that an earlier version left waiting continue under this one, with trees at old paths. */
class RecordedRunsTest {
    @TempDir Path folder;

    private static void succeeds(CliFixture place, String... words) {
        ends(0, place, words);
    }

    private static void ends(int exit, CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit())
                .as(String.join(" ", words) + "\n" + reported.all())
                .isEqualTo(exit);
    }

    private Path worktree() throws Exception {
        try (Stream<Path> trees = Files.list(folder.resolve("home/state/foldline/worktrees"))) {
            return trees.filter(Files::isDirectory).sorted().toList().getLast();
        }
    }

    @Test
    void a_run_at_a_gate_continues_after_the_approval() throws Exception {
        var place = RecordedRepository.GATE.unpacked(folder);
        succeeds(place, "approve", "planning");
        succeeds(place, "resume");
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
    }

    @Test
    void a_run_in_a_worktree_of_its_own_continues_there() throws Exception {
        var place = RecordedRepository.WORKTREE.unpacked(folder);
        var tree = worktree();
        succeeds(place, "approve", "planning");
        succeeds(place, "resume");
        assertThat(place.git("show", "foldline/add-work:work.txt"))
                .isEqualTo("line of " + tree.getFileName());
    }

    @Test
    void a_halted_run_continues_after_a_retry() throws Exception {
        var place = RecordedRepository.HALTED.unpacked(folder);
        var agent = folder.resolve("home/agent");
        Files.writeString(agent, Files.readString(agent).replace("touch broken", "rm -f broken"));
        succeeds(place, "retry", "--as-it-is");
        succeeds(place, "resume");
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
    }

    @Test
    void a_feature_at_the_gate_of_its_plan_is_merged_after_all_approvals() throws Exception {
        var place = RecordedRepository.FEATURE.unpacked(folder);
        for (var gate : new String[] {"plan", "implement"}) {
            succeeds(place, "approve", gate);
            ends(3, place, "resume");
        }
        succeeds(place, "approve", "merge");
        succeeds(place, "resume");
        assertThat(place.git("show", "main:work.txt")).isEqualTo("work");
    }

    @Test
    void a_workflow_with_a_conflict_is_merged_after_its_resolution() throws Exception {
        var place = RecordedRepository.TASKS.unpacked(folder);
        var tree = Path.of(remedy(place)).resolve("work.txt");
        assertThat(tree.getParent()).isDirectory();
        var git = new String[] {"-C", tree.getParent().toString()};
        place.git(git[0], git[1], "merge", "-q", "-X", "ours", "main", "-m", "Resolve");
        succeeds(place, "workflow", "resolve");
        assertThat(place.git("log", "--format=%s", "-1", "main")).contains("search");
    }

    /** The folder of the tree in the printed remedy. */
    private static String remedy(CliFixture place) {
        var status = place.foldline("workflow", "status").all();
        return status.lines()
                .filter(line -> line.contains("git -C "))
                .map(line -> line.replaceFirst(".*git -C (\\S+) merge main.*", "$1"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(status));
    }

    @Test
    void pulled_work_continues_with_its_step() throws Exception {
        var place = RecordedRepository.TDD.unpacked(folder);
        assertThat(place.foldline("task", "get").out()).contains("write a test of hello");
        ends(0, place, "task", "submit", "--test-command", "exit 1", "--expectation", "FAIL");
    }

    @ParameterizedTest
    @EnumSource
    void each_decision_of_its_log_is_the_same(RecordedRepository recorded) throws Exception {
        var place = recorded.unpacked(folder);
        ends(0, place, "replay", "--verify");
    }
}
