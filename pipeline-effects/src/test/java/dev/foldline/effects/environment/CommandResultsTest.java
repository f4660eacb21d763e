package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.Comparison;
import dev.foldline.core.effect.CheckEffect.OnFailure;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckResult.NoReport;
import dev.foldline.core.verdict.CheckResult.Succeeded;
import dev.foldline.core.verdict.CheckResult.TestsFailed;
import dev.foldline.core.verdict.CheckResult.Unnamed;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What commands of a check say: by their reports, by their output, and by their exit codes. */
class CommandResultsTest {
    private static final EffectKey PLACE = new EffectKey("iterate", 0, "development", 6, 1, 1);
    private static final CheckForm REPORT =
            new CheckForm(Option.of("out/*.xml"), Option.none(), 1, OnKnown.ALLOW);
    private static final CheckForm LINES =
            new CheckForm(Option.none(), Option.of("^FAIL (\\S+)"), 1, OnKnown.ALLOW);

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event run(Comparison comparison, CommandLine... commands) throws IOException {
        return new CheckHandler(at.context(), new ProcessRunner(), _ -> {})
                .run(
                        4,
                        new RunCheck(
                                PLACE,
                                "checks",
                                Vector.of(commands),
                                Expectation.PASS,
                                Vector.of("out"),
                                240_000,
                                Option.none(),
                                Option.none(),
                                Option.of(comparison)),
                        new Cancellation());
    }

    private CheckResult result(CheckForm form, String line) throws IOException {
        return result(HashMap.empty(), form, line);
    }

    private CheckResult result(Map<String, String> base, CheckForm form, String line)
            throws IOException {
        var event = run(new Comparison(OnFailure.STOP, base), command("unit", form, line));
        var run = ran(event);
        assertThat(run.results()).hasSize(1);
        assertThat(event instanceof CheckPassed)
                .isEqualTo(run.results().head() instanceof Succeeded);
        return run.results().head();
    }

    private static CheckRun ran(Event event) {
        return event instanceof CheckPassed passed
                ? passed.run().get()
                : ((CheckFailed) event).run().get();
    }

    private static CommandLine command(String name, CheckForm form, String line) {
        return new CommandLine.Check(name, new CommandLine.Shell(line), form);
    }

    /**
     * A line that writes a report of tests in suites, each {@code suite.name} or with a {@code !}.
     */
    private static String reports(String... tests) {
        var xml = new StringBuilder("<testsuite>");
        for (var test : tests) {
            var failed = test.endsWith("!");
            var label = failed ? test.substring(0, test.length() - 1) : test;
            var dot = label.indexOf('.');
            xml.append(
                            "<testcase classname=\"%s\" name=\"%s\">"
                                    .formatted(label.substring(0, dot), label.substring(dot + 1)))
                    .append(failed ? "<failure/>" : "")
                    .append("</testcase>");
        }
        return "mkdir -p out; echo '" + xml + "</testsuite>' >out/report.xml; ";
    }

    @Test
    void a_report_names_the_tests_that_failed() throws IOException {
        var result = result(REPORT, reports("A.one!", "A.two", "B.one!") + "exit 1");
        assertThat(result).isInstanceOf(TestsFailed.class);
        var failed = (TestsFailed) result;
        assertThat(failed.failures()).containsExactly("A.one", "B.one");
        assertThat(failed.how()).isEqualTo("exit code 1");
        assertThat(failed.added()).isEmpty();
    }

    /** A script that hides its exit code does not hide what its report says. */
    @Test
    void a_report_with_failures_is_no_pass_whatever_the_exit_code() throws IOException {
        assertThat(result(REPORT, reports("A.one!") + "exit 0")).isInstanceOf(TestsFailed.class);
    }

    @Test
    void tests_are_compared_with_those_of_the_base() throws IOException {
        var base = (Succeeded) result(REPORT, reports("A.one", "A.two", "B.one"));
        var known = HashMap.of("unit", base.tests().get());
        var failed = (TestsFailed) result(known, REPORT, reports("A.one!", "A.new!") + "exit 1");
        assertThat(failed.failures()).containsExactly("A.new", "A.one");
        assertThat(failed.added()).containsExactly("A.new");
        assertThat(failed.removed()).containsExactly("A.two");
        assertThat(failed.unrun()).containsExactly("B");
        var passed = (Succeeded) result(known, REPORT, reports("A.one"));
        assertThat(passed.removed()).containsExactlyInAnyOrder("A.two", "B.one");
    }

    @Test
    void a_report_without_tests_is_none_where_the_base_had_some() throws IOException {
        assertThat(result(REPORT, reports() + "exit 0")).isInstanceOf(Succeeded.class);
        var base = (Succeeded) result(REPORT, reports("A.one"));
        var known = HashMap.of("unit", base.tests().get());
        assertThat(result(known, REPORT, reports() + "exit 0")).isInstanceOf(NoReport.class);
    }

    @Test
    void a_report_of_an_earlier_run_does_not_count() throws IOException {
        Files.createDirectories(at.context().root().resolve("out"));
        var old = at.context().root().resolve("out/report.xml");
        Files.writeString(old, "<testsuite><testcase name='old'/></testsuite>");
        Files.setLastModifiedTime(old, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        assertThat(result(REPORT, "exit 0")).isInstanceOf(NoReport.class);
        assertThat(result(REPORT, "exit 1")).isInstanceOf(NoReport.class);
    }

    @Test
    void a_report_that_cannot_be_read_is_named() throws IOException {
        var result = result(REPORT, "mkdir -p out; echo '<testsuite' >out/report.xml");
        assertThat(((NoReport) result).reason()).startsWith("its test report out/report.xml");
    }

    /** Such as a linter that the same command runs. */
    @Test
    void a_failure_beside_tests_that_pass_has_no_name() throws IOException {
        assertThat(result(REPORT, reports("A.one") + "exit 1")).isInstanceOf(Unnamed.class);
    }

    @Test
    void lines_of_the_output_name_the_tests_that_failed() throws IOException {
        var result = result(LINES, "echo FAIL b; echo FAIL a >&2; echo ok c; exit 2");
        assertThat(((TestsFailed) result).failures()).containsExactlyInAnyOrder("a", "b");
        assertThat(result(LINES, "echo no; exit 2")).isInstanceOf(Unnamed.class);
        assertThat(result(LINES, "echo FAIL a")).isInstanceOf(Succeeded.class);
    }

    @Test
    void equal_output_has_the_same_fingerprint() throws IOException {
        var first = result(CheckForm.PLAIN, "echo no; exit 1");
        assertThat(result(CheckForm.PLAIN, "echo no; exit 1")).isEqualTo(first);
        assertThat(result(CheckForm.PLAIN, "echo other; exit 1")).isNotEqualTo(first);
        assertThat(result(CheckForm.PLAIN, "echo no; exit 2")).isNotEqualTo(first);
    }

    @Test
    void commands_after_one_that_failed_run_where_that_is_wanted() throws IOException {
        var commands =
                new CommandLine[] {
                    command("one", CheckForm.PLAIN, "echo first; exit 1"),
                    command("two", CheckForm.PLAIN, "echo second; exit 1"),
                    command("three", CheckForm.PLAIN, "true")
                };
        var all = (CheckFailed) run(new Comparison(OnFailure.GO_ON, HashMap.empty()), commands);
        assertThat(ran(all).results().map(CheckResult::command))
                .containsExactly("one", "two", "three");
        assertThat(all.summary()).contains("first", "second");
        var some = (CheckFailed) run(new Comparison(OnFailure.STOP, HashMap.empty()), commands);
        assertThat(ran(some).results().map(CheckResult::command)).containsExactly("one");
    }
}
