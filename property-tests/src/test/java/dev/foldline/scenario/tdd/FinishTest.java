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
import dev.foldline.core.projection.JsonValue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How a pull request ends: review, one commit, the plan, the merge; and what halts it. */
class FinishTest {
    static final String ALL_DONE =
            plan(task("One", "DONE", step("RED", "DONE"), step("GREEN", "DONE")));

    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top).plan(ALL_DONE);
    }

    private AgentTrial reviewing(String printed) throws IOException {
        return trial.program(
                "npm", "case \"$*\" in *review*) printf '%s' '" + printed + "' ;; esac");
    }

    @Test
    void S0_31_S0_32_a_review_that_finds_nothing_leads_to_the_squash() throws IOException {
        var turn = trial.state("EXECUTING_TDD").turn(GET);
        assertThat(turn.commands()).containsExactly("npm run --silent review");
        assertThat(turn.status()).isEqualTo("AWAITING_FINALIZATION");
        assertThat(turn.out())
                .contains(
                        "Code review approved. All tasks are complete. Your task is to squash your"
                                + " commits into a single commit using the PR title '"
                                + SamplePlans.TITLE
                                + "' as the message");
        assertThat(trial.turn(GET).out()).isEqualTo(turn.out());
    }

    @Test
    void S0_33_findings_become_tasks() throws IOException {
        var turn =
                reviewing("{\"findings\": [{\"description\": \"too long\"}, \"no test\"]}")
                        .state("EXECUTING_TDD")
                        .turn(GET);
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.out())
                .isEqualTo(
                        "Code review found issues. New tasks have been added to ACTIVE_PR.json."
                                + " Please continue with the TDD process.\n");
        assertThat(names(turn))
                .containsExactly(
                        "One",
                        "Address code review feedback: too long",
                        "Address code review feedback: no test");
        assertThat(turn.plan().get().list("tasks").drop(1))
                .allSatisfy(
                        task -> {
                            assertThat(((JsonValue.Obj) task).text("status")).contains("TODO");
                            assertThat(((JsonValue.Obj) task).list("tdd_steps"))
                                    .hasSize(1)
                                    .allMatch(
                                            each ->
                                                    ((JsonValue.Obj) each)
                                                            .text("status")
                                                            .contains("TODO"));
                        });
        assertThat(trial.turn(GET).out()).contains("too long");
    }

    private static Iterable<String> names(AgentTrial.Turn turn) {
        return turn.plan()
                .get()
                .list("tasks")
                .map(task -> ((JsonValue.Obj) task).text("taskName").get());
    }

    @Test
    void S0_34_fixed_findings_are_reviewed_again() throws IOException {
        reviewing("[\"one\", \"two\"]").state("EXECUTING_TDD").turn(GET);
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).status()).isEqualTo("EXECUTING_TDD");
        trial.turn(GET);
        var last = trial.turn(SUBMIT, test("true", "PASS"));
        assertThat(last.status()).isEqualTo("CODE_REVIEW");
        assertThat(last.commands()).containsExactly("npm run preflight");
        assertThat(reviewing("[\"one\"]").turn(GET).out())
                .as("S0-28")
                .contains("Before the code is reviewed, create a safety checkpoint commit");
        var again = trial.turn(GET);
        assertThat(names(again))
                .containsExactly(
                        "One",
                        "Address code review feedback: one",
                        "Address code review feedback: two",
                        "Address code review feedback: one");
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).status()).isEqualTo("CODE_REVIEW");
        trial.turn(GET);
        assertThat(reviewing("[]").turn(GET).status()).isEqualTo("AWAITING_FINALIZATION");
    }

    /** All kinds of invalid reviews are in {@code ReviewFindingsTest}. */
    @Test
    void S0_35_an_invalid_review_never_approves() throws IOException {
        for (var printed : new String[] {"", "{\"error\": \"no key\"}"}) {
            reviewing(printed).plan(ALL_DONE).state("EXECUTING_TDD").run("import");
            var turn = trial.turn(GET);
            assertThat(turn.status()).as(printed).isEqualTo("HALTED");
            assertThat(turn.commands()).as(printed).hasSize(3);
            assertThat(turn.exit()).isEqualTo(20);
        }
        trial.program("npm", "echo '[]'; echo 'out of memory' >&2; exit 3")
                .plan(ALL_DONE)
                .state("EXECUTING_TDD")
                .run("import");
        var crashed = trial.turn(GET);
        assertThat(crashed.status()).isEqualTo("HALTED");
        assertThat(crashed.state().get().text("last_error").get()).contains("out of memory");
    }

    @Test
    void S0_35_the_remedy_that_a_missing_review_names_works_in_the_same_run() throws IOException {
        Files.delete(trial.folder().resolve("package.json"));
        trial.file("Makefile", "check:\n\ttrue\n");
        assertThat(trial.plan("").run("task", "get").err())
                .as("said before anything is paid for")
                .contains(
                        "warning: no review command is configured",
                        "set tdd.review in foldline.yaml");
        trial.run("reset");
        trial.plan(ALL_DONE).state("EXECUTING_TDD").run("import");
        var halted = trial.turn(GET);
        assertThat(halted.status()).isEqualTo("HALTED");
        assertThat(halted.err()).contains("set tdd.review in foldline.yaml, then: foldline retry");
        trial.file("foldline.yaml", "tdd: { review: [ \"echo []\" ] }\n");
        assertThat(trial.run("retry").status()).isEqualTo("CODE_REVIEW");
        assertThat(trial.turn(GET).status()).isEqualTo("AWAITING_FINALIZATION");
        assertThat(trial.run("log").out())
                .contains("the user asked for a retry; review is now: ", "echo []");
        trial.plan(ALL_DONE).state("EXECUTING_TDD").run("import");
        assertThat(trial.turn(GET).err()).doesNotContain("warning");
    }

    @Test
    void S0_36_the_only_review_there_may_be_must_find_nothing() throws IOException {
        trial.file("foldline.yaml", "tdd:\n  reviews: 1\n");
        var turn = reviewing("[\"it\"]").state("EXECUTING_TDD").turn(GET);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.exit()).isEqualTo(20);
        assertThat(turn.err()).contains("tdd.reviews");
    }

    @Test
    void S0_35_each_command_of_a_review_must_pass() throws IOException {
        trial.file(
                "foldline.yaml",
                "tdd:\n  review: [\"npm run lint\", \"npm run --silent review\"]\n");
        var turn =
                trial.program(
                                "npm",
                                "case \"$*\" in *review*) echo '[]' ;; *) echo 'no licence' >&2;"
                                        + " exit 3 ;; esac")
                        .state("EXECUTING_TDD")
                        .turn(GET);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.commands()).as("no review").containsOnly("npm run lint");
        assertThat(turn.state().get().text("last_error").get()).contains("no licence");
    }
}
