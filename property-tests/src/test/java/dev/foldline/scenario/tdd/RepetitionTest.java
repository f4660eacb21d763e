package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;
import static dev.foldline.scenario.tdd.SamplePlans.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.engine.Engines;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What is called again, and what is written into the files behind the run's back. */
class RepetitionTest {
    private static final String THREE =
            plan(
                    task(
                            "One",
                            "TODO",
                            step("GREEN", "TODO", "first"),
                            step("GREEN", "TODO", "second"),
                            step("GREEN", "TODO", "third")));

    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top).state("EXECUTING_TDD").plan(THREE);
    }

    @Test
    void the_same_request_gets_the_same_answer_and_is_carried_out_once() throws IOException {
        var named = Map.of("test_command", "npm test", "expectation", "PASS", "request", "r-1");
        var first = trial.turn(SUBMIT, named);
        var again = trial.turn(SUBMIT, named);
        assertThat(again.commands()).isEmpty();
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(again.exit()).isEqualTo(first.exit());
        trial.turn(GET);
        trial.turn(GET);
        trial.turn(SUBMIT, test("npm test", "PASS"));
        assertThat(trial.turn(SUBMIT, named).out())
                .as("whatever has happened since")
                .isEqualTo(first.out());
    }

    @Test
    void a_failure_that_is_asked_for_again_fails_again_and_counts_once() throws IOException {
        trial.program("npm", "echo broken; exit 1");
        var named = Map.of("test_command", "npm test", "expectation", "PASS", "request", "r-1");
        var first = trial.turn(SUBMIT, named);
        var again = trial.turn(SUBMIT, named);
        assertThat(again.err()).isEqualTo(first.err());
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.state()).isEqualTo(first.state());
    }

    @Test
    void S0_51_a_merge_that_is_requested_again_is_reported_and_starts_no_other_run()
            throws IOException {
        trial.git("checkout", "-q", "-b", "feat/it");
        trial.git("commit", "-q", "--allow-empty", "-m", "it");
        trial.state("MERGING_BRANCH", "\"current_pr_branch\": \"feat/it\"");
        var first = trial.turn(GET, Map.of("request", "m"));
        assertThat(first.out()).startsWith("Branch merged and deleted.");
        var again = trial.turn(GET, Map.of("request", "m"));
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(again.gitCalls()).isEmpty();
        assertThat(runs()).isEqualTo(1);
        assertThat(trial.turn(GET, Map.of("request", "n")).out())
                .startsWith("Please read the plan file");
    }

    private int runs() throws IOException {
        try (var all = Files.list(trial.folder().resolve(".git/foldline/runs"))) {
            return (int) all.count();
        }
    }

    @Test
    void a_run_whose_driver_died_before_the_pointer_was_written_is_continued() throws IOException {
        trial.turn(GET);
        var pointer = trial.folder().resolve(".git/foldline/pulled");
        var first = Files.readString(pointer);
        trial.run("reset");
        trial.turn(GET);
        Files.writeString(pointer, first);
        trial.turn(GET);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void files_to_import_survive_any_failure_of_the_import() throws IOException {
        trial.turn(GET);
        trial.plan(THREE)
                .state("DEBUGGING", "\"debug_attempt_counter\": 3")
                .file("foldline.yaml", "tdd: [\n");
        assertThat(trial.run("import").exit()).isNotZero();
        assertThat(Files.readString(trial.folder().resolve("ORCHESTRATION_STATE.json")))
                .contains("DEBUGGING");
        trial.file("foldline.yaml", "");
        assertThat(trial.run("import").exit()).isZero();
        assertThat(trial.turn(GET).status()).isEqualTo("DEBUGGING");
    }

    @Test
    void S0_02_another_worktree_does_not_resume_the_state() throws IOException {
        trial.turn(GET);
        trial.git("worktree", "add", "-q", "-b", "feat/other", "../other");
        var other = AgentTrial.in(top.resolve("aside"));
        Files.delete(other.folder());
        Files.move(top.resolve("other"), other.folder());
        trial.git("worktree", "repair", other.folder().toString());
        other.plan(THREE).state("MERGING_BRANCH", "\"current_pr_branch\": \"feat/other\"");
        var turn = other.turn(GET);
        assertThat(turn.gitCalls()).isEmpty();
        assertThat(turn.out()).startsWith("Please read the plan file");
        assertThat(turn.status()).isEqualTo("INITIALIZING");
    }

    @Test
    void a_call_whose_driver_died_is_continued_and_not_executed_a_second_time() throws IOException {
        diesInItsTest();
        var again = trial.turn(SUBMIT, test("npm run unit", "PASS"));
        assertThat(again.exit()).isZero();
        assertThat(again.commands()).containsExactly("npm run unit", "npm run preflight");
        assertThat(again.plan().get().line())
                .contains("\"first\",\"status\":\"DONE\"", "\"second\",\"status\":\"TODO\"");
    }

    /** A submission of {@code npm run unit} whose answer nobody has heard. */
    private void diesInItsTest() throws IOException {
        // The test ends the driver in the middle: the log keeps the call, and nobody has heard its
        // answer.
        trial.program(
                "npm",
                "case \"$*\" in *unit*) if [ ! -e ../died ]; then touch ../died; kill -9 $(cat"
                        + " ../driver); fi ;; esac");
        var script = top.resolve("work").toAbsolutePath();
        var line =
                "echo $$ > ../driver; exec "
                        + Engines.line(
                                "task",
                                "submit",
                                "--test-command",
                                "npm run unit",
                                "--expectation",
                                "PASS");
        var builder =
                new ProcessBuilder("sh", "-c", line)
                        .directory(script.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("PATH", top.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("HOME", top.resolve("home").toString());
        var driver = builder.start();
        var said = new String(driver.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(driver.waitFor()).as(said).isEqualTo(137);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void S0_02_edits_of_the_generated_files_are_replaced() throws IOException {
        trial.turn(GET);
        var ours = Files.readString(trial.folder().resolve("ACTIVE_PR.json"));
        trial.plan(THREE.replace("\"TODO\"", "\"DONE\"")).state("AWAITING_FINALIZATION");
        var turn = trial.turn(GET);
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.out()).contains("first");
        assertThat(trial.folder().resolve("ACTIVE_PR.json")).hasContent(ours);
    }
}
