package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** What the checks say about mixtures of the trees before and after a change. */
class TrialHandlerTest {
    /** Runs each test and reports them, unless the code is broken. */
    private static final String RUNNER =
            """
            . ./code.sh || exit 1
            failed=0
            for test in tests/*.sh; do
              name=$(basename $test .sh)
              if sh $test "$answer"; then cases="$cases<testcase name='$name'/>"
              else failed=1; cases="$cases<testcase name='$name'><failure/></testcase>"; fi
            done
            echo "<testsuite>$cases</testsuite>" >report.xml
            exit $failed
            """;

    private static final CommandLine CHECK =
            new CommandLine.Check(
                    "unit",
                    new CommandLine.Shell("sh check.sh"),
                    new CheckForm(Option.of("report.xml"), Option.none(), 0, OnKnown.HALT));

    private static final String WRONG = "answer=41\n";
    private static final String RIGHT = "answer=42\n";
    private static final String STRICT = "test $1 = 42\n";
    private static final String LAX = "true\n";
    private static final String ANSWER = "tests/test_answer.sh";

    @TempDir Path folder;
    private TrialFixture project;

    @BeforeEach
    void a_project_with_tests() throws IOException {
        project =
                TrialFixture.in(folder)
                        .write("check.sh", RUNNER)
                        .write(".gitignore", "report.xml\nlibrary\n")
                        .write("tests/test_some.sh", "test -n \"$1\"\n");
    }

    @AfterEach
    void nothing_is_left() throws IOException {
        project.close();
    }

    private void base(String code) throws IOException {
        project.write("code.sh", code).base();
    }

    /** Returns what a trial says in words. */
    private TrialResult says(Trial trial, CommandLine... commands) throws IOException {
        return switch (project.says(trial, commands)) {
            case Failed(var failures) ->
                    failed(failures.map(TrialFailure::text).toJavaArray(String[]::new));
            case Unbuilt(var reason, _) -> new Unbuilt(reason);
            case Passed passed -> passed;
            case Impossible impossible -> impossible;
        };
    }

    private static CommandLine line(String line) {
        return new CommandLine.Shell(line);
    }

    private static Failed failed(String... tests) {
        return new Failed(
                Vector.of(tests)
                        .map(test -> new TrialFailure(new CheckFailure.Test("", test), test)));
    }

    @Test
    void a_fix_passes_the_old_tests_and_its_test_fails_on_the_old_code() throws IOException {
        base(WRONG);
        project.write("code.sh", RIGHT);
        project.write(ANSWER, STRICT);
        assertThat(says(Trial.CONTROL, CHECK)).isEqualTo(new Passed());
        assertThat(says(Trial.OLD_TESTS, CHECK)).isEqualTo(new Passed());
        assertThat(says(Trial.NEW_TESTS, CHECK)).isEqualTo(failed("test_answer"));
    }

    @Test
    void a_weakened_test_fails_as_it_was() throws IOException {
        project.write(ANSWER, STRICT);
        base(RIGHT);
        project.write("code.sh", WRONG).write(ANSWER, LAX);
        assertThat(says(Trial.CONTROL, CHECK)).isEqualTo(new Passed());
        assertThat(says(Trial.OLD_TESTS, CHECK)).isEqualTo(failed("test_answer"));
    }

    @Test
    void a_removed_test_fails_where_it_is_put_back() throws IOException {
        project.write(ANSWER, STRICT);
        base(RIGHT);
        project.write("code.sh", WRONG);
        project.delete(ANSWER);
        assertThat(says(Trial.OLD_TESTS, CHECK)).isEqualTo(failed("test_answer"));
    }

    @Test
    void a_test_that_proves_nothing_passes_on_the_old_code() throws IOException {
        base(WRONG);
        project.write("code.sh", RIGHT);
        project.write(ANSWER, LAX);
        assertThat(says(Trial.NEW_TESTS, CHECK)).isEqualTo(new Passed());
    }

    @Test
    void without_the_promised_report_the_tests_were_not_built() throws IOException {
        base("echo 'code.sh: syntax error: unexpected end'; return 1\n");
        project.write("code.sh", RIGHT);
        project.write(ANSWER, STRICT);
        assertThat(says(Trial.NEW_TESTS, CHECK))
                .isEqualTo(new Unbuilt("unit: code.sh: syntax error: unexpected end"));
    }

    @Test
    void a_failure_without_names_is_named_by_its_first_failing_line() throws IOException {
        base(WRONG);
        assertThat(says(Trial.CONTROL, line("echo 1 test; echo 'not ok 1' >&2; echo end; exit 1")))
                .isEqualTo(failed("echo 1 test; echo 'not ok 1' >&2; echo end; exit 1: not ok 1"));
        assertThat(says(Trial.CONTROL, line("exit 3"))).isEqualTo(failed("exit 3: exit code 3"));
    }

    @Test
    void what_fails_without_a_name_equals_what_failed_in_the_run_itself() throws IOException {
        base(WRONG);
        var check =
                new CommandLine.Check(
                        "unit", line("echo \"$(pwd)/code.sh is wrong\"; exit 1"), CheckForm.PLAIN);
        assertThat(project.says(Trial.CONTROL, check))
                .isEqualTo(
                        new Failed(
                                Vector.of(
                                        new TrialFailure(
                                                new CheckFailure.Output(
                                                        "unit",
                                                        OutputNormalizer.fingerprint(
                                                                "exit code 1\n"
                                                                        + project.at.root
                                                                        + "/code.sh is wrong\n")),
                                                "unit: code.sh is wrong"))));
    }

    @Test
    void all_commands_of_a_broken_build_run_so_that_each_failure_can_be_known() throws IOException {
        base(WRONG);
        assertThat(project.says(Trial.CONTROL, line("echo 'COMPILATION ERROR'; exit 1"), CHECK))
                .isInstanceOfSatisfying(
                        Unbuilt.class,
                        broken ->
                                assertThat(broken.failures())
                                        .map(CheckFailure::command)
                                        .first()
                                        .isEqualTo("echo 'COMPILATION ERROR'; exit 1"));
    }

    @Test
    void what_no_commit_has_is_missing_and_named() throws IOException {
        project.write("library", "1\n");
        base("cat library\n" + RIGHT);
        assertThat(says(Trial.CONTROL, line("sh code.sh && cat library")))
                .isEqualTo(
                        failed(
                                "sh code.sh && cat library: cat: library: No such file or"
                                        + " directory"));
        project.with(new CleanCheckout(Vector.of("library"), Vector.empty()));
        assertThat(says(Trial.CONTROL, line("cat library"))).isEqualTo(new Passed());
    }

    @Test
    void the_setup_makes_the_checkout_or_nothing_is_tried() throws IOException {
        base(RIGHT);
        project.with(new CleanCheckout(Vector.empty(), Vector.of(line("touch library"))));
        assertThat(says(Trial.NEW_TESTS, line("cat library"))).isEqualTo(new Passed());
        project.with(
                new CleanCheckout(
                        Vector.empty(), Vector.of(line("echo 'npm error network'; exit 1"))));
        assertThat(says(Trial.NEW_TESTS, line("true")))
                .isEqualTo(new Impossible("echo 'npm error network'; exit 1: network"));
    }

    @Test
    void a_program_that_is_not_installed_makes_it_impossible() throws IOException {
        base(RIGHT);
        for (var trial : Trial.values())
            assertThat(says(trial, line("no-such-program-anywhere")))
                    .as(trial.name())
                    .isInstanceOfSatisfying(
                            Impossible.class,
                            why ->
                                    assertThat(why.reason())
                                            .startsWith("no-such-program-anywhere: ")
                                            .contains("not found"));
    }

    @Test
    void a_program_of_one_of_the_trees_is_part_of_what_is_built() throws IOException {
        base(RIGHT);
        project.write("tool", "#!/bin/sh\n");
        assertThat(project.at.root.resolve("tool").toFile().setExecutable(true)).isTrue();
        assertThat(says(Trial.CONTROL, line("./tool"))).isEqualTo(new Passed());
        assertThat(says(Trial.NEW_TESTS, line("./tool"))).isInstanceOf(Unbuilt.class);
    }

    @Test
    void a_check_that_takes_too_long_makes_it_impossible() throws IOException {
        base(RIGHT);
        project.within(200);
        assertThat(says(Trial.OLD_TESTS, line("exec sleep 60")))
                .isEqualTo(new Impossible("exec sleep 60: it took too long"));
    }

    @Test
    void all_commands_run_and_their_output_is_kept() throws IOException {
        base(RIGHT);
        project.with(new CleanCheckout(Vector.empty(), Vector.of(line("echo made"))));
        var outcome =
                project.run(
                                Trial.CONTROL,
                                line("echo one; exit 1"),
                                CHECK,
                                line("echo two; exit 1"))
                        .get();
        assertThat(outcome.result())
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed ->
                                assertThat(failed.failures().map(TrialFailure::text))
                                        .containsExactly(
                                                "echo one; exit 1: one", "echo two; exit 1: two"));
        assertThat(project.at.text(outcome.output().get())).isEqualTo("made\none\ntwo\n");
        assertThat(project.at.directory.output().resolve("check-4-4.out")).hasContent("two");
        assertThat(outcome.spend().millis()).isPositive();
    }

    @Test
    void a_cancelled_trial_leaves_nothing() throws IOException {
        base(RIGHT);
        var cancelled =
                project.run(Trial.CONTROL, line("echo stop; exec sleep 60"), line("exit 1"));
        assertThat(cancelled.getLeft().spend().millis()).isPositive();
    }

    @Test
    void a_checkout_of_a_dead_driver_is_replaced_or_swept() throws IOException {
        base(RIGHT);
        var left = project.checkout().toString();
        project.at.git("worktree", "add", "-q", "--detach", left, "HEAD");
        project.write("library", "not in a commit\n");
        Files.writeString(project.checkout().resolve("library"), "left\n");
        assertThat(says(Trial.CONTROL, line("test ! -f library"))).isEqualTo(new Passed());

        project.at.git("worktree", "add", "-q", "--detach", left, "HEAD");
        ScratchCheckout.sweep(project.at.context());
    }

    @Test
    void a_checkout_of_the_checks_is_not_disturbed() throws IOException {
        base(RIGHT);
        try (var other =
                ScratchCheckout.of(
                        project.at.context(),
                        ScratchCheckout.Purpose.CHECKS,
                        project.at.git("rev-parse", "HEAD^{tree}"),
                        Vector.empty())) {
            assertThat(says(Trial.CONTROL, line("test ! -f mark && touch mark")))
                    .isEqualTo(new Passed());
            assertThat(other.context().root().resolve("mark")).doesNotExist();
            assertThat(other.context().root().resolve("code.sh")).exists();
        }
    }

    @Test
    void a_tree_that_git_cannot_check_out_cannot_be_tried() throws IOException {
        project.write(".gitattributes", "code.sh filter=broken\n");
        base(RIGHT);
        project.at.git("config", "filter.broken.clean", "cat");
        project.at.git("config", "filter.broken.smudge", "false");
        project.at.git("config", "filter.broken.required", "true");
        assertThat(says(Trial.NEW_TESTS, line("true")))
                .isInstanceOfSatisfying(
                        Impossible.class,
                        why -> assertThat(why.reason()).contains("external filter 'false' failed"));
    }

    @Test
    void a_sandbox_that_cannot_be_made_makes_it_impossible() throws IOException {
        var nothing = new ProcessResult.Output(0, 0, folder.resolve("none"), "");
        var attempt =
                new CheckAttempt(
                        line("make test"),
                        Instant.EPOCH,
                        new ProcessResult(
                                new ProcessEnd.LauncherFailed("no user namespaces"),
                                nothing,
                                nothing,
                                Duration.ZERO,
                                0),
                        Vector.empty());
        var reader = new TrialReader(Trial.OLD_TESTS, project.at.context(), project.at.context());
        for (var result :
                Vector.of(reader.ofSetup(attempt), reader.ofCheck(attempt, Option.none())))
            assertThat(result)
                    .isEqualTo(
                            new Impossible(
                                    "make test: the sandbox of the call cannot be made: no user"
                                            + " namespaces; foldline doctor tries it"));
    }
}
