package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The main job, from outside, on real repositories with real child processes. */
class RunCommandTest {
    @TempDir Path folder;

    @Test
    void a_run_ends_on_its_own_branch_with_the_commits() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work");
        assertThat(place.git("log", "--format=%s", "main..HEAD")).isEqualTo("Do the work");
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.git("log", "-1", "--format=%B")).contains("Foldline-Ticket: r");
    }

    @Thorough
    @Test
    void other_branches_stay_where_they_are() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("branch", "other");
        var before =
                place.git(
                        "for-each-ref",
                        "--format=%(refname) %(objectname)",
                        "refs/heads/main",
                        "refs/heads/other");
        place.foldline("run", "Add work");
        assertThat(
                        place.git(
                                "for-each-ref",
                                "--format=%(refname) %(objectname)",
                                "refs/heads/main",
                                "refs/heads/other"))
                .isEqualTo(before);
    }

    @Test
    void a_failed_check_returns_the_work_with_its_output() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer",
                                        "grep -q 'work.txt has no magic' \"$FOLDLINE_PROMPT_FILE\""
                                                + " && echo magic >> work.txt || echo plain >>"
                                                + " work.txt; echo developed"));
        place.configured(
                "checks: [ \"grep -q magic work.txt || { echo work.txt has no magic; exit 1; }\""
                        + " ]\n"
                        + "checks_on_base: ignore\n"
                        + "iterations: 1\n"
                        + "reviews: 0\n");
        var reported = place.foldline("run", "Add magic");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.read("work.txt")).isEqualTo("plain\nmagic\n");
    }

    @Thorough
    @Test
    void issues_of_a_review_are_fixed_and_committed_apart() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                                "reviewer",
                                                "echo '{\"issues\":[{\"message\":\"say more\"}]}' >"
                                                        + " .foldline/issues.json; echo reviewed")
                                        .replace("fixer)", "fixer) echo more >> work.txt;"));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main..HEAD").lines()).hasSize(2);
        assertThat(place.read("work.txt")).endsWith("more\n");
    }

    @Test
    void json_is_one_document_on_stdout() throws Exception {
        var reported = CliFixture.ready(folder).foldline("run", "--json", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .startsWith("{")
                .contains(
                        "\"schema\": \"foldline.run/1\"",
                        "\"ok\": true",
                        "\"reason\": \"completed\"");
    }

    @Thorough
    @Test
    void a_commit_of_the_user_meanwhile_is_built_upon() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "commit", "Add work");
        place.write("mine.txt", "mine\n");
        place.git("add", "mine.txt");
        place.git("commit", "-q", "-m", "mine");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main..HEAD").lines())
                .containsExactly("Do the work", "mine");
    }

    @Thorough
    @Test
    void a_second_run_has_a_branch_of_its_own() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        place.git("checkout", "-q", "main");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work-2");
    }

    @Test
    void a_gate_suspends_the_run_until_it_is_approved() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        assertThat(place.foldline("watch").exit()).isEqualTo(3);
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Thorough
    @Test
    void a_rejected_plan_is_made_again_with_the_feedback() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "planner",
                                        "cp \"$FOLDLINE_PROMPT_FILE\" \"$HOME/prompt\"; echo"
                                            + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'"
                                            + " > .foldline/plan.json; echo planned"));
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        assertThat(place.foldline("reject", "planning", "-m", "think of umlauts").exit()).isZero();
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(Path.of(place.environment.get("HOME"), "prompt"))
                .content()
                .contains("think of umlauts");
    }

    @Test
    @Thorough
    void a_used_up_budget_suspends_the_run_and_a_higher_one_continues_it() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = place.foldline("run", "--budget", "agent_calls=2", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(place.foldline("resume").exit()).isEqualTo(6);
        assertThat(place.foldline("watch").exit()).isEqualTo(6);
        reported = place.foldline("resume", "--budget", "agent_calls=+20");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Thorough
    @Test
    void until_pauses_before_a_phase_and_resume_continues() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = place.foldline("run", "--until", "development", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("watch").exit()).isZero();
        assertThat(place.root.resolve("work.txt")).doesNotExist();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.root.resolve("work.txt")).exists();
    }

    @Test
    @Thorough
    void the_phase_to_pause_before_is_kept_across_resumes() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(
                        place.foldline(
                                        "run",
                                        "--until",
                                        "commit",
                                        "--budget",
                                        "agent_calls=1",
                                        "Add work")
                                .exit())
                .isEqualTo(6);
        var reported = place.foldline("resume", "--budget", "agent_calls=+20");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).isEmpty();
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
        assertThat(place.foldline("resume", "--until", "nowhere").all())
                .contains("The workflow ralph has no phase nowhere");
        reported = place.foldline("resume", "--until", "end");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    @Thorough
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
    @Thorough
    void a_run_paused_before_its_first_phase_has_no_branch() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = place.foldline("run", "--until", "start", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Thorough
    @Test
    void a_worktree_leaves_the_users_own_tree_alone() throws Exception {
        var place = CliFixture.ready(folder).write("a.txt", "my own uncommitted work\n");
        var reported = place.foldline("run", "--worktree", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.read("a.txt")).isEqualTo("my own uncommitted work\n");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
    }

    @Test
    @Thorough
    void a_run_makes_its_worktree_in_its_first_phase() throws Exception {
        var place = CliFixture.ready(folder);
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
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
    }

    @Test
    void a_run_without_a_worktree_yet_can_be_cancelled_and_leaves_nothing() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "--until", "start", "Add work");
        place.write("a.txt", "my own\n");
        var reported = place.foldline("cancel", "--yes", "-m", "no");
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

    @Test
    @Thorough
    void a_run_in_a_worktree_is_resumed_with_the_agents_it_started_with() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--worktree", "--until", "development", "Add work").exit())
                .isZero();
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
    }

    @Thorough
    @Test
    void a_run_in_place_stays_on_the_checked_out_branch() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--in-place", "Add work").exit()).isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(place.git("log", "-1", "--format=%s")).isEqualTo("Do the work");
    }

    @Test
    void replay_proves_every_decision_again() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        var reported = place.foldline("replay", "@", "--verify");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }
}
