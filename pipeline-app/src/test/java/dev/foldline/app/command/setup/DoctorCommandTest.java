package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

class DoctorCommandTest {
    private static final String TORN = "{\"v\":1,\"seq\":10,\"at\":\"20";

    @TempDir Path folder;

    @BeforeEach
    void aHealthyPlace() throws Exception {
        folder = Repository.withOneCommit(folder.toRealPath());
        Files.writeString(
                folder.resolve("foldline.yaml"),
                "roles:\n"
                        + "  developer: [mine]\n"
                        + "agents:\n"
                        + "  mine: { kind: command, run: [git, version] }\n");
    }

    @Test
    void doctor_confirms_a_healthy_repository() {
        var answer = Cli.in(folder).run("doctor");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out().lines().filter(line -> !line.contains("sandbox")))
                .hasSize(5)
                .allMatch(line -> line.startsWith("ok    "));
        assertThat(answer.out()).contains("note    sandbox: ");
        assertThat(answer.out())
                .contains("identity: Somebody <somebody@example.org>")
                .contains("agent mine: starts ");
    }

    @Test
    void the_checks_are_run_on_request_and_a_failure_shows_its_last_line() throws Exception {
        assertThat(Cli.in(folder).run("doctor", "--checks").out())
                .contains("note    check: no check is configured");
        var file = folder.resolve("foldline.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        + "checks: [test -f README.md, \"echo one; echo two; exit 3\"]\n");
        var answer = Cli.in(folder).run("doctor", "--checks");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains("ok      check: test -f README.md passed")
                .containsPattern("broken  check: echo one; echo two; exit 3 failed, .*: two\n");
        assertThat(Cli.in(folder).run("doctor").exit()).isZero();
    }

    @Test
    void each_check_says_how_its_failures_have_names() throws Exception {
        Files.createDirectories(folder.resolve("src/test"));
        var file = folder.resolve("foldline.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        + """
                        checks:
                          - test -f README.md || mvn -q verify
                          - { name: unit, run: 'echo "<testsuite/>" > unit.xml', report: unit.xml }
                          - { name: slow, run: 'true', report: slow.xml }
                          - { run: 'true', failures: 'F (.*)' }
                          - make lint || true
                        """);
        assertThat(Cli.in(folder).run("doctor", "--checks").out())
                .contains(
                        "note    check: test -f README.md || mvn -q verify names its failures only"
                                + " by its output\n          try: write under checks: - { run:"
                                + " 'test -f README.md || mvn -q verify', report:"
                                + " '**/target/surefire-reports/TEST-*.xml' }",
                        "ok      check: unit names its failures by report unit.xml",
                        "ok      check: true names its failures by pattern F (.*)",
                        "try: name them with report: or failures:")
                .containsPattern("broken  check: slow has no report, .*: no file matches slow.xml")
                .containsPattern("ok      check: unit passed");
    }

    @Test
    void programs_of_checks_that_are_missing_are_named_and_nothing_is_run() throws Exception {
        var file = folder.resolve("foldline.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        + """
                        checks:
                          - touch ran && no-such-linter --strict
                          - ./no-such-script
                          - { name: unit, run: [no-such-runner] }
                        """);
        var answer = Cli.in(folder).run("doctor");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        "broken  check: touch ran && no-such-linter --strict: program"
                            + " no-such-linter is not on the PATH\n"
                            + "          try: install it, or correct the command of the check\n",
                        "broken  check: ./no-such-script: there is no executable file"
                                + " ./no-such-script\n",
                        "broken  check: unit: program no-such-runner is not on the PATH\n");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void what_refuses_the_configured_workflow_is_named() throws Exception {
        var file = folder.resolve("foldline.yaml");
        Files.writeString(file, Files.readString(file).replace("developer:", "develper:"));
        assertThat(Cli.in(folder).run("doctor").out())
                .contains(
                        "broken  workflow: roles.develper: the workflow has no role 'develper'\n"
                                + "          try: did you mean 'developer'?\n");
        Files.writeString(
                file,
                "workflow: ./mine.yaml\n"
                        + "roles: { tester: [gone] }\n"
                        + "agents: { gone: { kind: command, run: [no-such-program] } }\n");
        Files.writeString(
                folder.resolve("mine.yaml"),
                """
                workflow: mine
                inputs: { area: { type: string } }
                roles: [tester]
                checks: { lint: no-such-linter }
                stages:
                  - stage: work
                    phases:
                      - phase: do
                        steps:
                          - call: { role: tester, prompt: development }
                          - check: lint
                """);
        assertThat(Cli.in(folder).run("doctor").out())
                .contains(
                        "broken  agent gone: program no-such-program is not on the PATH",
                        "broken  check: lint: program no-such-linter is not on the PATH");
        Files.writeString(
                folder.resolve("mine.yaml"),
                Files.readString(folder.resolve("mine.yaml")).replace("check: lint", "check: lnt"));
        assertThat(Cli.in(folder).run("doctor").out())
                .containsPattern("broken  workflow: mine.yaml:11:\\d+: ");
    }

    @Test
    void all_problems_are_reported_at_once_with_their_remedies() throws Exception {
        Repository.git(folder, "config", "--unset", "user.email");
        Repository.git(folder, "config", "user.useConfigOnly", "true");
        Files.writeString(folder.resolve(".git/index.lock"), "");
        Files.writeString(folder.resolve("foldline.yaml"), "iterations: many\nreviews: -1\n");
        var answer = Cli.in(folder).run("doctor");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        "broken  identity: git has no name",
                        "try: git config user.name",
                        "broken  lock: " + folder.resolve(".git/index.lock"),
                        "broken  configuration: foldline.yaml:1:",
                        "broken  configuration: foldline.yaml:2:");
    }

    @Test
    void agents_that_cannot_be_started_are_named() throws IOException {
        Files.writeString(
                folder.resolve("foldline.yaml"),
                "roles:\n"
                        + "  developer: [gone, player]\n"
                        + "agents:\n"
                        + "  gone: { kind: command, run: [no-such-program] }\n"
                        + "  player: { kind: scripted, script: nowhere.json }\n");
        assertThat(Cli.in(folder).run("doctor").out())
                .contains("broken  agent gone: program no-such-program is not on the PATH")
                .contains(
                        "broken  agent player: its script "
                                + folder.resolve("nowhere.json")
                                + " does not exist");
    }

    @Test
    void a_repository_without_agents_is_reported_with_how_to_configure_one() throws IOException {
        Files.delete(folder.resolve("foldline.yaml"));
        assertThat(Cli.in(folder).run("doctor").out())
                .contains("broken  agents: no agent is configured");
    }

    @Test
    void unfinished_runs_and_torn_logs_are_noted() throws IOException {
        var run = tornRun();
        var document = JsonMapper.shared().readTree(Cli.in(folder).run("doctor", "--json").out());
        assertThat(document.get("ok").asBoolean()).isTrue();
        assertThat(document.get("findings"))
                .extracting(
                        finding ->
                                finding.get("subject").asString()
                                        + ": "
                                        + finding.get("what").asString())
                .contains(
                        "run "
                                + run.id()
                                + ": line 10 was cut short by a crash after 24 bytes; resuming"
                                + " repairs it",
                        "run "
                                + run.id()
                                + ": Interrupted; no work is lost. Resume it to continue.");
    }

    @Test
    void doctor_changes_nothing_by_default() throws IOException {
        var run = tornRun();
        Cli.in(folder).run("doctor");
        assertThat(Files.readString(run.directory().events())).endsWith(TORN);
    }

    @Test
    void a_torn_log_is_repaired_where_that_is_asked_for() throws IOException {
        var run = tornRun();
        assertThat(Cli.in(folder).run("doctor", "--fix").out())
                .contains("fixed   run " + run.id() + ": repaired its log");
        assertThat(Files.readString(run.directory().events())).doesNotEndWith(TORN).endsWith("}\n");
        assertThat(Cli.in(folder).run("doctor").out()).doesNotContain("cut short");
    }

    @Test
    void damage_is_reported_and_left_as_it_is() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        var damaged = Files.readString(run.directory().events()).replace("planning", "pl4nning");
        Files.writeString(run.directory().events(), damaged);
        var answer = Cli.in(folder).run("doctor", "--fix");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains("broken  run " + run.id() + ": line 1 has changed since it was written");
        assertThat(Files.readString(run.directory().events())).isEqualTo(damaged);
    }

    @Test
    void a_run_that_never_started_is_noted_and_removed_on_request() throws IOException {
        var run = Runs.of(folder.resolve(".git")).create(RunId.draw(new Random(1)));
        var answer = Cli.in(folder).run("doctor");
        assertThat(answer.out())
                .contains(
                        "note    run " + run.id() + ": never started: it has no events",
                        "try: foldline doctor --fix");
        assertThat(run.path()).exists();
        assertThat(Cli.in(folder).run("doctor", "--fix").out())
                .contains("fixed   run " + run.id() + ": removed: it never started");
        assertThat(run.path()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_run_that_has_worked_and_lost_its_log_is_kept_and_what_there_is_of_it_is_named(
            boolean isEmpty) throws Exception {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class).snapshot();
        Files.writeString(run.directory().output().resolve("5-planner.out"), "what it said");
        Repository.git(folder, "update-ref", "refs/foldline/saved/" + run.id() + "/7", "HEAD");
        Files.delete(run.directory().events());
        if (isEmpty) Files.createFile(run.directory().events());
        var answer = Cli.in(folder).run("doctor", "--fix");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        "broken  run "
                                + run.id()
                                + ": its log is lost ("
                                + run.directory().events()
                                + ")",
                        "nothing is removed",
                        "its state after event 9 (snapshot.json), branch foldline/add-login,"
                                + " refs/foldline/saved/"
                                + run.id()
                                + "/7, output, its last event number 9 (events.head)\n",
                        "restore " + run.directory().events() + " from a backup",
                        "git log foldline/add-login",
                        "git show refs/foldline/saved/" + run.id() + "/7",
                        "rm -r '" + run.directory().path() + "'");
        assertThat(run.directory().output().resolve("5-planner.out")).exists();
        assertThat(Cli.in(folder).run("status").err())
                .contains("the log of run " + run.id() + " is lost", "try: foldline doctor");
    }

    @Test
    void a_run_whose_log_is_lost_is_kept_for_its_saved_work_alone_and_for_its_own_tree_alone()
            throws Exception {
        var runs = Runs.of(folder.resolve(".git"));
        var saved = runs.create(RunId.draw(new Random(1)));
        var own = runs.create(RunId.draw(new Random(2)));
        Repository.git(folder, "update-ref", "refs/foldline/dirty/" + saved.id(), "HEAD");
        var tree = Files.createDirectories(folder.resolve("trees").resolve(own.id().text()));
        Files.writeString(own.place(), tree.toString());
        var answer = Cli.in(folder).run("doctor", "--fix");
        assertThat(answer.out())
                .contains(
                        "What remains: refs/foldline/dirty/" + saved.id() + "\n",
                        "What remains: its working tree " + tree + "\n");
        assertThat(saved.path()).exists();
        assertThat(own.path()).exists();
        Files.delete(tree);
        assertThat(Cli.in(folder).run("doctor", "--fix").out())
                .contains("run " + own.id() + ": removed: it never started");
    }

    @Test
    void old_temporary_files_of_dead_processes_are_noted_and_removed_on_request()
            throws IOException {
        var run = RunFixture.begin(folder, 1, 1).toTheEnd();
        var blobs = Files.createDirectories(folder.resolve(".git/foldline/blobs"));
        for (var file :
                List.of(
                        blobs.resolve(".1.tmp"),
                        run.directory().inbox().resolve(".2.tmp"),
                        run.directory().output().resolve(".3.in"),
                        run.directory().path().resolve(".4.tmp"))) {
            Files.setLastModifiedTime(
                    Files.writeString(file, "half"),
                    FileTime.from(Instant.now().minusSeconds(7200)));
        }
        var young = Files.writeString(blobs.resolve(".5.tmp"), "half");
        assertThat(Cli.in(folder).run("doctor").out()).contains("note    storage: 4 partial files");
        assertThat(Cli.in(folder).run("doctor", "--fix").out())
                .contains("fixed   storage: removed 4 partial files");
        assertThat(Cli.in(folder).run("doctor").out()).doesNotContain("storage");
        assertThat(young).exists();
    }

    @Test
    void a_driven_run_is_left_alone() throws IOException {
        var run = tornRun();
        if (!(RunLock.take(run.directory().lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            throw new AssertionError();
        try (lock) {
            assertThat(Cli.in(folder).run("doctor", "--fix").out())
                    .contains("ok      run " + run.id() + ": is driven");
        }
        assertThat(Files.readString(run.directory().events())).endsWith(TORN);
    }

    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "the environment of other processes cannot be read elsewhere")
    void processes_of_a_dead_driver_are_found_and_ended() throws Exception {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        var builder = new ProcessBuilder("sleep", "600");
        builder.environment().put("FOLDLINE_RUN", run.id());
        builder.environment().put("FOLDLINE_TICKET", "6");
        var orphan = builder.start();
        try {
            var answer = Cli.in(folder).run("doctor");
            assertThat(answer.out())
                    .contains(
                            "broken  run "
                                    + run.id()
                                    + ": its driver is dead and left processes running: "
                                    + orphan.pid());
            assertThat(answer.exit()).isEqualTo(1);
            assertThat(Cli.in(folder).run("doctor", "--fix").out())
                    .contains("fixed   run " + run.id() + ": killed processes of its dead driver");
            assertThat(orphan.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    void doctor_outside_a_repository_still_checks_the_rest() throws IOException {
        var outside = Files.createTempDirectory("outside");
        var answer = Cli.in(outside).run("doctor");
        assertThat(answer.out())
                .contains("ok      java")
                .contains("broken  repository: not a git repository");
        Files.delete(outside);
    }

    private RunFixture tornRun() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        Files.writeString(
                run.directory().events(), Files.readString(run.directory().events()) + TORN);
        return run;
    }
}
