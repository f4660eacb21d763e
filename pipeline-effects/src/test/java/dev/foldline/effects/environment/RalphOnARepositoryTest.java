package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.driver.DriverExit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** The workflow {@code ralph} on a real repository, with agents that are real processes. */
class RalphOnARepositoryTest {
    @TempDir Path folder;
    private ScriptedRepositoryRun run;
    private String main;

    @BeforeEach
    void open() throws IOException {
        run = new ScriptedRepositoryRun(folder);
        main = run.at.head();
    }

    @AfterEach
    void the_files_of_the_user_are_unchanged() throws IOException {
        assertThat(run.at.git("rev-parse", "main")).isEqualTo(main);
        assertThat(run.at.read("PROMPT.md")).isEqualTo("the task\n");
        run.close();
    }

    private void ends(DriverExit departure) {
        assertThat(departure)
                .as(departure.toString())
                .isInstanceOf(DriverExit.Ended.class)
                .extracting(each -> ((DriverExit.Ended) each).outcome())
                .isEqualTo(Outcome.COMPLETED);
    }

    private Fault halts(DriverExit departure) {
        assertThat(departure).isInstanceOf(DriverExit.Suspended.class);
        assertThat(departure.state().slots().recovery()).isInstanceOf(Recovery.Halted.class);
        return ((Recovery.Halted) departure.state().slots().recovery()).failure().fault();
    }

    @Test
    void each_iteration_ends_in_a_commit_and_a_clean_review_ends_the_run() throws Exception {
        ends(
                run.run(
                        ScriptedRepositoryRun.ralph(
                                2, 1, ScriptedRepositoryRun.policy("test -s work.txt"))));
        assertThat(run.subjects()).containsExactly("Add work", "Add work", "first");
        assertThat(run.calls())
                .containsExactly(
                        "planner",
                        "developer",
                        "analyst",
                        "committer",
                        "planner",
                        "developer",
                        "analyst",
                        "committer",
                        "reviewer");
        assertThat(run.at.git("show", "foldline/run:work.txt")).isEqualTo("work\nwork");
        assertThat(run.at.git("ls-tree", "-r", "--name-only", "foldline/run").lines())
                .containsExactly("a.txt", "folder/b.txt", "work.txt");
        assertThat(run.at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void a_failed_check_returns_the_work() throws Exception {
        run.role(
                "developer",
                ScriptedRepositoryRun.once(
                        "echo wrong >>work.txt",
                        "grep -q 'right is missing' .foldline/prompt.md && echo right >>work.txt"));
        ends(
                run.run(
                        ScriptedRepositoryRun.ralph(
                                1,
                                0,
                                ScriptedRepositoryRun.policy(
                                        "grep right work.txt || { echo right is missing; exit"
                                                + " 1; }"))));
        assertThat(run.calls())
                .containsExactly(
                        "planner", "developer", "analyst", "developer", "analyst", "committer");
        assertThat(run.events(CheckFailed.class)).hasSize(1);
        assertThat(run.subjects()).containsExactly("Add work", "first");
    }

    @Test
    void a_review_issue_is_fixed_and_committed() throws Exception {
        run.role(
                "reviewer",
                ScriptedRepositoryRun.once(
                        ScriptedRepositoryRun.hand(
                                "issues", "{\"issues\":[{\"message\":\"too loud\"}]}"),
                        ScriptedRepositoryRun.hand("issues", "{\"issues\":[]}")));
        run.role(
                "fixer",
                "grep -q 'too loud' .foldline/prompt.md && echo quiet >>work.txt; "
                        + ScriptedRepositoryRun.hand(
                                "fix_result", "{\"status\":\"completed\",\"summary\":\"s\"}"));
        ends(run.run(ScriptedRepositoryRun.ralph(1, 2, ScriptedRepositoryRun.policy())));
        assertThat(run.calls())
                .containsExactly(
                        "planner",
                        "developer",
                        "analyst",
                        "committer",
                        "reviewer",
                        "fixer",
                        "committer",
                        "reviewer");
        assertThat(run.at.git("show", "foldline/run:work.txt")).isEqualTo("work\nquiet");
    }

    @Test
    void a_hook_that_never_agrees_halts_the_run_with_its_work_saved() throws Exception {
        run.at.hook("pre-commit", "echo 'not on a Saturday' >&2; exit 1");
        var fault =
                halts(run.run(ScriptedRepositoryRun.ralph(1, 0, ScriptedRepositoryRun.policy())));
        assertThat(fault.message()).contains("not on a Saturday");
        assertThat(run.calls()).contains("recoverer");
        var saved = run.events(WorkSaved.class).last();
        assertThat(run.at.git("show", saved.commit().get() + ":work.txt")).contains("work");
        assertThat(
                        run.at
                                .git(
                                        "for-each-ref",
                                        "--format=%(objectname)",
                                        "refs/foldline/saved")
                                .lines())
                .contains(saved.commit().get());
        assertThat(run.subjects()).containsExactly("first");
    }

    @Test
    void an_agent_that_trespasses_halts_the_run() throws Exception {
        run.role(
                "developer",
                "echo work >>work.txt; git config core.editor evil; git branch mine; git update-ref"
                        + " refs/foldline/saved/"
                        + run.at.directory.id()
                        + "/99 HEAD");
        var fault =
                halts(run.run(ScriptedRepositoryRun.ralph(1, 0, ScriptedRepositoryRun.policy())));
        assertThat(fault.kind()).isEqualTo(Fault.Kind.TRESPASS);
        assertThat(fault.message())
                .contains(".git/config", "/99")
                .doesNotContain("refs/heads/mine");
        assertThat(run.events(WorkSaved.class).last().commit()).isNotEmpty();
    }

    @Test
    void a_commit_made_by_an_agent_is_replaced_by_one_of_the_run() throws Exception {
        run.role(
                "developer",
                "echo work >>work.txt; git add -A; git -c user.name=x -c user.email=x@x commit -qm"
                        + " 'I know better'");
        ends(run.run(ScriptedRepositoryRun.ralph(1, 0, ScriptedRepositoryRun.policy())));
        assertThat(run.at.git("reflog", "foldline/run")).contains("I know better", "take back");
        assertThat(run.subjects()).containsExactly("Add work", "first");
        assertThat(run.at.git("ls-tree", "-r", "--name-only", "foldline/run").lines())
                .containsExactly("a.txt", "folder/b.txt", "work.txt");
    }

    @Test
    void uncommitted_work_of_the_user_is_not_committed() throws Exception {
        run.at.write("a.txt", "mine\n").write("notes.txt", "mine\n");
        ends(run.run(ScriptedRepositoryRun.ralph(1, 1, ScriptedRepositoryRun.policy())));
        assertThat(run.at.git("diff", "--name-only", "main", "foldline/run")).isEqualTo("work.txt");
        assertThat(run.at.read("a.txt") + run.at.read("notes.txt")).isEqualTo("mine\nmine\n");
    }

    @Test
    void an_agent_that_submits_invalid_output_is_asked_again() throws Exception {
        run.role(
                "planner",
                ScriptedRepositoryRun.once(
                        ScriptedRepositoryRun.hand("plan", "{\"summary\":1"),
                        ScriptedRepositoryRun.hand(
                                "plan", "{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}")));
        ends(run.run(ScriptedRepositoryRun.ralph(1, 0, ScriptedRepositoryRun.policy())));
        assertThat(run.calls().subList(0, 3)).containsExactly("planner", "planner", "developer");
    }
}
