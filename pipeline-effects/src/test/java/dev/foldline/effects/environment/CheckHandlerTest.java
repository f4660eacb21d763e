package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks: what their end means, and what their evidence is about. */
class CheckHandlerTest {
    private static final EffectKey PLACE = new EffectKey("iterate", 0, "development", 6, 1, 1);

    /** Fifty megabytes take their time where others are at work. */
    private static final long PATIENT = 240_000;

    @TempDir Path folder;
    private HandlerFixture at;
    private final Cancellation stop = new Cancellation();
    private long deadlineMillis = PATIENT;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event run(Expectation expectation, CommandLine... commands) throws IOException {
        var effect =
                new RunCheck(
                        PLACE,
                        "checks",
                        Vector.of(commands),
                        expectation,
                        Vector.of("kept.txt"),
                        deadlineMillis);
        return new CheckHandler(
                        at.context(),
                        new ProcessRunner(),
                        line -> {
                            if (line.equals("stop")) stop.cancel();
                        })
                .run(4, effect, stop);
    }

    private CheckPassed passes(String... lines) throws IOException {
        var event =
                run(
                        Expectation.PASS,
                        Vector.of(lines)
                                .<CommandLine>map(CommandLine.Shell::new)
                                .toJavaArray(CommandLine[]::new));
        assertThat(event).isInstanceOf(CheckPassed.class);
        return (CheckPassed) event;
    }

    private CheckFailed fails(String... lines) throws IOException {
        var event =
                run(
                        Expectation.PASS,
                        Vector.of(lines)
                                .<CommandLine>map(CommandLine.Shell::new)
                                .toJavaArray(CommandLine[]::new));
        assertThat(event).isInstanceOf(CheckFailed.class);
        return (CheckFailed) event;
    }

    private static CommandLine line(String line) {
        return new CommandLine.Shell(line);
    }

    @Test
    void commands_are_run_in_order_until_one_fails() throws IOException {
        var failed =
                fails(
                        "echo 1 >>.foldline-order",
                        "echo 2 >>.foldline-order; echo 'test x failed'; echo 'see y' >&2; exit 3",
                        "echo 3 >>.foldline-order");
        assertThat(at.read(".foldline-order")).isEqualTo("1\n2\n");
        assertThat(failed.summary()).contains("exit code 3", "test x failed", "see y");
        assertThat(at.text(failed.output().get())).contains("test x failed", "see y");
    }

    @Test
    void evidence_is_about_the_tree_it_ran_on() throws IOException {
        var before = tree();
        var passed = passes("true");
        assertThat(passed.before()).isEqualTo(before).isEqualTo(passed.after());
        at.write("kept.txt", "a person's").write(".foldline/x", "ours");
        assertThat(passes("true").before())
                .as("what is never committed does not count")
                .isEqualTo(before);
        at.write("new.txt", "work");
        assertThat(passes("true").before()).isNotEqualTo(before);
    }

    @Test
    void a_check_that_changes_the_tree_reports_it() throws IOException {
        var before = tree();
        var passed = passes("echo formatted >>a.txt");
        assertThat(passed.before()).isEqualTo(before);
        assertThat(passed.after()).isEqualTo(tree()).isNotEqualTo(before);
        assertThat(fails("echo more >>a.txt; exit 1").tree()).isEqualTo(tree());
    }

    private String tree() throws IOException {
        return at.git.workTree(at.context().exclusions(Vector.of("kept.txt")));
    }

    @Test
    void a_test_that_must_fail_passes_when_it_fails() throws IOException {
        assertThat(run(Expectation.FAIL, line("echo red; exit 1"))).isInstanceOf(CheckPassed.class);
        var green = (CheckFailed) run(Expectation.FAIL, line("true"));
        assertThat(green.summary()).contains("expected to FAIL but PASSED");
        deadlineMillis = 200;
        assertThat(((CheckFailed) run(Expectation.FAIL, line("sleep 60"))).summary())
                .contains("no verdict");
        deadlineMillis = PATIENT;
        assertThat(((CheckFailed) run(Expectation.FAIL, line("kill -SEGV $$"))).summary())
                .contains("no verdict");
    }

    @Test
    void a_check_that_takes_too_long_fails() throws IOException {
        // Long enough for it to have begun, however little of the machine it gets.
        deadlineMillis = 10_000;
        assertThat(fails("echo begun; sleep 60").summary()).contains("too long", "begun");
    }

    @Test
    void a_check_that_cannot_run_has_no_verdict() throws IOException {
        assertThat(faultOf(line("./a.txt")).kind()).isEqualTo(Kind.CHECK_BROKEN);
    }

    @Test
    void a_check_whose_program_is_not_installed_needs_the_user() throws IOException {
        for (var command :
                List.of(
                        line("no-such-program-anywhere"),
                        new CommandLine.Arguments(Vector.of("no-such-program-anywhere")))) {
            var fault = faultOf(command);
            assertThat(fault.kind()).as(command.text()).isEqualTo(Kind.NEEDS_PERSON);
            assertThat(fault.message()).contains("Install the program and run foldline retry; or");
        }
    }

    private Fault faultOf(CommandLine command) throws IOException {
        var event = run(Expectation.PASS, command);
        assertThat(event).as(command.text()).isInstanceOf(EffectFailed.class);
        return ((EffectFailed) event).fault();
    }

    @Test
    void a_cancelled_check_reports_its_usage() throws IOException {
        var event = run(Expectation.PASS, line("echo stop; sleep 60"), line("echo >>a.txt"));
        assertThat(event).isInstanceOf(EffectCancelled.class);
        assertThat(((EffectCancelled) event).spend().millis()).isPositive();
        assertThat(at.read("a.txt")).isEqualTo("one\n");
    }

    @Test
    void variables_that_resemble_secrets_are_not_passed_to_a_check() throws IOException {
        at.with("API_TOKEN", "x")
                .with("MY_PASSWORD", "x")
                .with("GIT_DIR", "/nowhere")
                .with("JAVA_HOME", "there");
        passes("test -z \"$API_TOKEN$MY_PASSWORD$GIT_DIR\"", "test \"$JAVA_HOME\" = there");
    }

    @Test
    void ten_megabytes_of_output_are_cut_in_the_summary() throws IOException {
        var failed = fails("head -c 10485760 /dev/zero | tr '\\0' 'x'; echo; echo the end; exit 1");
        assertThat(failed.summary()).hasSizeLessThan(2_000).contains("the end");
        assertThat(Files.size(at.directory.output().resolve("check-4-1.out")))
                .isGreaterThan(10_000_000);
    }

    @Test
    void an_empty_list_of_commands_passes() throws IOException {
        assertThat(passes().check()).isEqualTo("checks");
    }
}
