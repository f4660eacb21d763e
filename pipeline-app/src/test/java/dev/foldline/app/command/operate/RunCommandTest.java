package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** The main job, from outside, on real repositories with real child processes. */
class RunCommandTest {
    @TempDir Path folder;

    private static String branches(CliFixture place) throws Exception {
        return place.git(
                "for-each-ref",
                "--format=%(refname) %(objectname)",
                "refs/heads/main",
                "refs/heads/other");
    }

    @Test
    void a_run_ends_on_its_own_branch_with_the_commits() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("branch", "other");
        var before = branches(place);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work");
        assertThat(place.git("log", "--format=%s", "main..HEAD")).isEqualTo("Do the work");
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.git("log", "-1", "--format=%B")).contains("Foldline-Ticket: r");
        assertThat(branches(place)).isEqualTo(before);
        var replayed = place.foldline("replay", "@", "--verify");
        assertThat(replayed.exit()).as(replayed.all()).isZero();
    }

    @Test
    void a_second_run_of_a_task_has_a_branch_and_a_document_of_its_own() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        for (var branch : List.of("foldline/add-work", "main")) {
            place.git("checkout", "-q", branch);
            var resumed = place.foldline("resume");
            assertThat(resumed.exit()).as(resumed.all()).isZero();
            assertThat(resumed.out()).contains("is already completed");
            assertThat(place.foldline("resume", "--detach")).isEqualTo(resumed);
            assertThat(place.foldline("resume", "--json").out())
                    .contains("\"reason\": \"completed\"", "\"exit\": 0");
            var retried = place.foldline("retry");
            assertThat(retried.exit()).isEqualTo(2);
            assertThat(retried.err()).contains("has ended", "foldline run");
        }
        var reported = place.foldline("run", "--json", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .startsWith("{")
                .contains("\"schema\": \"foldline.run/1\"", "\"ok\": true")
                .contains("\"reason\": \"completed\"");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work-2");
    }

    @Test
    void the_phase_to_pause_before_is_kept_across_resumes() throws Exception {
        var place = CliFixture.ready(folder);
        var spent =
                place.foldline("run", "--until", "commit", "--budget", "agent_calls=1", "Add work");
        assertThat(spent.exit()).as(spent.all()).isEqualTo(6);
        assertThat(spent.out()).contains("Stopped, its budget is used up");
        for (var command : List.of("resume", "watch"))
            assertThat(place.foldline(command).exit()).as(command).isEqualTo(6);
        Remedy.done(place, spent, "foldline explain r");
        Remedy.done(place, spent, "foldline resume r");
        assertThat(place.foldline("watch").exit()).isZero();
        assertThat(place.committed()).isEmpty();
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
        assertThat(place.foldline("resume", "--until", "nowhere").all())
                .contains("The workflow ralph has no phase nowhere");
        var reported = place.foldline("resume", "--until", "end");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_secret_variable_with_the_name_of_the_branch_does_not_break_replay() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        place.environment.put("X_TOKEN", "foldline/add-work");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        reported = place.foldline("replay", "@", "--verify");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_run_makes_its_worktree_in_its_first_phase_and_leaves_the_users_alone() throws Exception {
        var place = CliFixture.ready(folder).write("mine.txt", "my own uncommitted work\n");
        assertThat(place.foldline("run", "--worktree", "--until", "start", "Add work").exit())
                .isZero();
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
        place.write("a.txt", "somebody goes on\n").git("commit", "-qam", "meanwhile");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "foldline/add-work"))
                .as("from where it was begun")
                .isEqualTo("Do the work\nfirst");
        assertThat(place.read("mine.txt")).isEqualTo("my own uncommitted work\n");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
    }

    @Test
    void a_run_without_a_worktree_yet_can_be_cancelled_and_leaves_nothing() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "--until", "start", "Add work");
        place.write("a.txt", "my own\n");
        var asked = place.foldline("cancel", "-m", "no more of it");
        assertThat(asked.exit()).isEqualTo(2);
        assertThat(asked.all()).containsPattern("foldline cancel r\\w+ -m 'no more of it' --yes");
        var reported = place.foldline("cancel", "--yes", "-m", "no more of it");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
        assertThat(place.git("for-each-ref", "refs/foldline", "refs/heads/foldline").lines())
                .as("only the recording")
                .allMatch(line -> line.contains("refs/foldline/recordings/"));
    }

    @Test
    void a_run_that_cannot_make_its_worktree_is_not_started() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("XDG_STATE_HOME", place.root.resolve("a.txt").toString());
        var reported = place.foldline("run", "--worktree", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains("try:");
        assertThat(place.foldline("status").err()).contains("no runs yet");
        assertThat(place.git("for-each-ref", "refs/foldline", "refs/heads/foldline")).isEmpty();
    }
}
