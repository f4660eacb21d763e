package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.effects.json.Wire;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class PlanCommandTest {
    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        folder = Repository.withOneCommit(folder.toRealPath());
        Files.writeString(
                folder.resolve("foldline.yaml"),
                """
                roles: { developer: [mine, yours] }
                agents:
                  mine: { kind: command, run: my-agent }
                  yours: { kind: command, run: your-agent }
                checks: [make test]
                gates: [planning]
                iterations: 3
                """);
    }

    @Test
    void plan_shows_the_steps_of_a_run() throws Exception {
        var answer = Cli.in(folder).run("plan", "Add a login!", "--full");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .startsWith("task     Add a login!\nbranch   foldline/add-a-login, new, at ")
                .contains(
                        "iterate, at most 3 times, until development_result says completed\n"
                                + "  planning  [gate: waits for approval]\n"
                                + "    clean plan\n"
                                + "    prompt planner (plan)\n"
                                + "    agent planner: mine, then yours\n",
                        "    check checks: make test\n",
                        "  budget      200 agent calls, 8h 0m\n",
                        "between two inputs from outside\n");
    }

    @Test
    void plan_is_one_screen() {
        var answer = Cli.in(folder).run("plan", "Add a login!");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out().lines().count()).isLessThanOrEqualTo(27);
        assertThat(answer.out())
                .contains(
                        "  iterate, at most 3 times, until development_result says completed\n",
                        "planning         mine, then yours              up to 3       waits for"
                                + " approval\n",
                        "development      mine, then yours              up to 6\n",
                        "No run of ralph has completed here yet",
                        "bound    200 agent calls, 8h 0m; at most ")
                .doesNotContain("clean plan");
    }

    @Test
    void fixed_counts_are_shown_as_such() {
        assertThat(
                        Cli.in(folder)
                                .run("plan", "x", "--set", "ralph.stop_when_completed=false")
                                .out())
                .contains("iterate, 3 times\n", "polish, 2 times\n");
    }

    @Test
    void the_limit_of_invalid_artifacts_applies_in_every_phase_of_ralph() {
        var document =
                JsonMapper.shared()
                        .readTree(
                                Cli.in(folder)
                                        .run(
                                                "plan",
                                                "x",
                                                "--json",
                                                "--set",
                                                "limits.output_retries=1")
                                        .out());
        var phases =
                Wire.workflow(document.get("workflow").toString())
                        .phases()
                        .filter(phase -> phase.worker().isDefined());
        assertThat(phases.map(phase -> phase.id()).distinct())
                .containsExactly("planning", "development", "commit", "review", "fix");
        assertThat(phases).allMatch(phase -> phase.retryPolicy().outputsMax() == 1);
    }

    @Test
    void plan_leaves_no_trace() throws Exception {
        Cli.in(folder).run("plan", "Add a login!");
        assertThat(Repository.git(folder, "branch", "--list")).isEqualTo("* main");
        assertThat(folder.resolve(".git/foldline")).doesNotExist();
        assertThat(folder.resolve(".foldline")).doesNotExist();
    }

    @Test
    void the_document_contains_the_whole_workflow_and_its_bound() {
        var document =
                JsonMapper.shared()
                        .readTree(Cli.in(folder).run("plan", "Add a login!", "--json").out());
        var workflow = Wire.workflow(document.get("workflow").toString());
        assertThat(document.get("bound").get("effects").asLong())
                .isEqualTo(EffectBound.effects(workflow));
        assertThat(document.get("branch").asString()).isEqualTo("foldline/add-a-login");
    }

    @Test
    void flags_win_over_the_file() {
        assertThat(Cli.in(folder).run("plan", "x", "--set", "iterations=1").out())
                .contains("iterate, at most 1 time, until development_result says completed\n");
        assertThat(
                        Cli.in(folder)
                                .run(
                                        "plan",
                                        "x",
                                        "--iterations",
                                        "2",
                                        "--agent",
                                        "planner=yours",
                                        "--budget",
                                        "agent_calls=9",
                                        "--full")
                                .out())
                .contains(
                        "iterate, at most 2 times, until development_result says completed\n",
                        "agent planner: yours\n",
                        "  budget      9 agent calls, 8h 0m\n");
    }

    @Test
    void a_dry_run_is_the_same_as_a_plan() {
        assertThat(Cli.in(folder).run("run", "-n", "Add a login!", "--reviews", "0").out())
                .isEqualTo(Cli.in(folder).run("plan", "Add a login!", "--reviews", "0").out());
        assertThat(folder.resolve(".git/foldline")).doesNotExist();
    }

    @Test
    void the_command_to_start_names_the_task() throws Exception {
        Files.writeString(folder.resolve("PROMPT.md"), "from the prompt");
        Files.writeString(folder.resolve("my task.md"), "from a file");
        var cli = Cli.in(folder);
        assertThat(cli.run("plan", "Add Ann's login").out())
                .endsWith("To start it: foldline run 'Add Ann'\\''s login'\n");
        assertThat(cli.run("plan", "-f", "my task.md").out())
                .endsWith("To start it: foldline run -f 'my task.md'\n");
        assertThat(cli.run("plan").out()).endsWith("To start it: foldline run\n");
        assertThat(cli.run("plan", "--", "--x").out())
                .endsWith("To start it: foldline run -- --x\n");
        var below = Files.createDirectories(folder.resolve("below"));
        assertThat(Cli.in(below).run("-C", "..", "plan", "add x").out())
                .endsWith("To start it: foldline -C .. run 'add x'\n");
        assertThat(cli.run("plan", "add x", "--json").out()).contains("\"foldline run 'add x'\"");
        assertThat(cli.run("run", "-n", "-f", "my task.md").out())
                .endsWith("To start it: foldline run -f 'my task.md'\n");
    }

    @Test
    void the_command_to_start_starts_the_shown_workflow() {
        var cli = Cli.in(folder);
        var planned =
                cli.run(
                        "plan",
                        "--workflow",
                        "feature",
                        "--set",
                        "iterations=2",
                        "--agent",
                        "planner=yours",
                        "--budget",
                        "implement.agent_calls=2",
                        "--gate",
                        "plan",
                        "add x");
        assertThat(planned.out())
                .as(planned.err())
                .endsWith(
                        "To start it: foldline run --workflow feature --set 'iterations=2' --agent"
                            + " 'planner=yours' --gate plan --budget 'implement.agent_calls=2' 'add"
                            + " x'\n");
        assertThat(
                        cli.run(
                                        "run",
                                        "-n",
                                        "--reviews",
                                        "0",
                                        "--worktree",
                                        "--until",
                                        "development",
                                        "--wait",
                                        "--detach",
                                        "add x")
                                .out())
                .endsWith(
                        "To start it: foldline run --reviews 0 --worktree --until development"
                                + " --wait --detach 'add x'\n");
        assertThat(cli.run("run", "-n", "--in-place", "--allow-dirty", "--", "--x").out())
                .endsWith("To start it: foldline run --allow-dirty --in-place -- --x\n");
    }

    @Test
    void options_that_a_run_refuses_are_not_planned() {
        var cli = Cli.in(folder);
        assertThat(cli.run("run", "-n", "--in-place", "--worktree", "x").err())
                .startsWith("error: --worktree and --in-place are mutually exclusive");
        assertThat(cli.run("run", "-n", "--until", "nowhere", "x").err())
                .startsWith("error: workflow ralph has no phase nowhere");
        assertThat(cli.run("plan", "--workflow", "tdd", "--set", "gates=[]", "x").err())
                .startsWith("error: workflow tdd needs a plan file")
                .contains("try: foldline plan --workflow tdd -f PLAN.md");
    }

    @Test
    void a_task_and_a_file_together_are_refused() {
        assertThat(Cli.in(folder).run("plan", "x", "-f", "y").err())
                .startsWith("error: TASK and --file are mutually exclusive");
    }

    @Test
    void a_taken_name_gets_a_number() throws Exception {
        Repository.git(folder, "branch", "foldline/add-a-login");
        assertThat(Cli.in(folder).run("plan", "Add a login!").out())
                .contains("branch   foldline/add-a-login-2, new");
    }

    @Test
    void uncommitted_work_is_named() throws IOException {
        Files.writeString(folder.resolve("README.md"), "changed");
        assertThat(Cli.in(folder).run("plan", "x").out()).contains("uncommitted work: README.md\n");
    }

    @Test
    void all_mistakes_of_the_configuration_are_reported_at_once() throws IOException {
        Files.writeString(folder.resolve("foldline.yaml"), "iteration: 3\nreviews: lots\n");
        var answer = Cli.in(folder).run("plan", "x");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err())
                .contains("foldline.yaml:1:1: ")
                .contains("foldline.yaml:2:10: ")
                .contains("\n  try: foldline schema config");
    }

    @Test
    void a_missing_agent_is_reported_before_anything_starts() throws IOException {
        Files.writeString(
                folder.resolve("foldline.yaml"),
                "roles: { developer: [gone] }\n"
                        + "agents: { gone: { kind: command, run: [\"no-such-agent\"] } }\n"
                        + "checks: []\n");
        var answer = Cli.in(folder).run("plan", "x");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        "a run would be refused: cannot start agent gone: program no-such-agent is"
                                + " not on the PATH",
                        "try: install it");
        assertThat(Cli.in(folder).run("plan", "x", "--json").out())
                .contains("\"ok\": false", "\"exit\": 1");
    }

    @Test
    void plan_without_a_task_is_refused() {
        var answer = Cli.in(folder).run("plan");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        "error: there is no task\n  at: "
                                + folder.resolve("PROMPT.md")
                                + "\n"
                                + "  try: foldline plan \"what to do\", or write it into PROMPT.md"
                                + " (foldline init)\n");
        assertThat(Cli.in(folder).run("prompts", "show", "planning").err())
                .contains("try: foldline prompts show planning \"what to do\"");
        assertThat(Cli.in(folder).run("plan", "-f", "TASK.md").err())
                .startsWith("error: no such file\n  at: " + folder.resolve("TASK.md"))
                .doesNotContain("foldline init");
    }

    @Test
    void plan_without_a_commit_is_refused() throws Exception {
        var young = Repository.empty(folder.resolve("young"));
        var answer = Cli.in(young).run("plan", "x");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).startsWith("error: this repository has no commit yet\n");
    }
}
