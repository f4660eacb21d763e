package dev.foldline.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A green build counts only with tests and properties behind it. */
@DisabledOnOs(OS.WINDOWS)
class ContinuousIntegrationTest {
    /** The end of what Maven prints. */
    private static final String SUMMARY =
            """
            [INFO] Foldline: app ...................................... SUCCESS [01:02 min]
            [INFO] Foldline: property tests ........................... SUCCESS [  9.400 s]
            [INFO] Finished at: 2026-11-28T22:59:00Z
            """;

    @TempDir Path folder;

    private ScriptFixture world;
    private Path ci;
    private Path report;

    @BeforeEach
    void aCheckout() throws IOException {
        world = new ScriptFixture(folder);
        ci = world.copyScript(".ci/run");
        report = world.copyScript(".ci/report");
        module("pipeline-app", "Foldline: app");
        module("property-tests", "Foldline: property tests");
        ScriptFixture.write(world.checkout.resolve(".ci/packages"), "shell sh\n");
        ScriptFixture.write(world.checkout.resolve(".ci/skips"), "# nothing\n");
        world.maven("exit 0");
        world.command("apt-get", "echo apt-get \"$@\"");
        world.command("npm", "echo npm \"$@\"");
        world.command("id", "echo 0");
    }

    @Test
    void tests_and_properties_are_counted() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 1);
        report("property-tests", "LadderProperties", 2, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isZero();
        assertThat(ended.output()).endsWith("4 passed, 0 failed\n");
    }

    @Test
    void a_build_without_tests_fails() throws Exception {
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output()).contains("no test ran").endsWith("0 passed, 0 failed\n");
    }

    @Test
    void a_build_without_properties_fails() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output()).contains("no property ran").endsWith("3 passed, 0 failed\n");
    }

    @Test
    void skipped_properties_are_not_properties_that_ran() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 0);
        report("property-tests", "LadderProperties", 2, 0, 2);
        assertThat(world.run(ci).output()).contains("no property ran");
    }

    @Test
    void a_failure_is_counted_and_fails() throws Exception {
        report("property-tests", "LadderProperties", 5, 2, 0);
        world.maven("case \"$*\" in *verify*) exit 1 ;; esac");
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output())
                .contains("the build failed (mvn exit 1)")
                .endsWith("3 passed, 2 failed\n");
    }

    @Test
    void what_error_prone_finds_is_printed_and_fails() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        world.maven("case \"$*\" in *-Plint*) echo finding; exit 1 ;; esac");
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output())
                .contains("2 passed, 0 failed\nfinding\nError Prone refused the sources")
                .endsWith("mvn -Plint -Dmaven.test.skip=true compile\n");
    }

    @Test
    void a_test_that_passes_in_its_second_try_is_printed() throws Exception {
        unreliable(5);
        world.maven("echo mvn \"$@\"");
        var ended = world.run(ci);
        assertThat(ended.exit()).as(ended.output()).isZero();
        assertThat(ended.output())
                .containsPattern("mvn .*-Dsurefire.rerunFailingTestsCount=1")
                .contains(
                        "\npassed in its second try  MailTest.it_arrives_0: expected \"a\"\n",
                        "MailTest.it_arrives_4: expected")
                .doesNotContain("MailTest.it_leaves")
                .endsWith("8 passed, 0 failed\n");
    }

    @Test
    void more_than_five_tests_that_pass_in_their_second_try_fail() throws Exception {
        unreliable(6);
        var ended = world.run(ci);
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.output())
                .endsWith(
                        "6 tests passed only in their second try; at most 5 may\n"
                                + "9 passed, 0 failed\n");
    }

    @Test
    void modules_and_test_classes_are_printed_with_their_durations() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        report("pipeline-app", "MailTest", 1, 0, 0);
        ScriptFixture.write(
                world.checkout.resolve("property-tests/target/processor-times.tsv"),
                "p.LadderProperties\t61.5\np.LadderProperties\t0.75\n");
        durations("p.LadderProperties\t0.3\t\t2026-W48:2\tso many laws");
        world.maven("echo '" + SUMMARY + "'");
        assertThat(world.run(ci).output())
                .containsPattern("pipeline-app +1:02 +1 +0:00 +- +1 +0 +0 +0\n")
                .containsPattern("property-tests +0:09 +1 +0:00 +1:02 +2 +2 +0 +0\n")
                .containsPattern("0.1 +62.2 +0.3  p.LadderProperties: so many laws\n")
                .containsPattern("0.1 +- +-  p.MailTest\n")
                .contains("passed in their second try before, by week: 2026-W48: 2\n");
    }

    @Test
    void the_tests_of_two_engines_in_one_class_are_counted_together() throws Exception {
        report(
                "property-tests",
                "LadderProperties",
                2,
                0,
                0,
                "<testcase name=\"it_climbs\" classname=\"p.LadderProperties\" time=\"4.5\"/>\n");
        assertThat(world.run(ci).output()).containsPattern("4.5 +- +-  p.LadderProperties\n");
    }

    @Test
    void durations_are_recorded_longest_first_and_reasons_stay_while_they_are_needed()
            throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        report("pipeline-app", "LongTest", 1, 0, 0, lasting("LongTest", "25.04"));
        report("pipeline-app", "ShorterTest", 1, 0, 0, lasting("ShorterTest", "20.0"));
        ScriptFixture.write(
                world.checkout.resolve("pipeline-app/target/processor-times.tsv"),
                "p.LongTest\t3.25\n");
        durations(
                "p.GoneTest\t99.0\t\t\tgone\np.LongTest\t30.0\t\t2026-W48:2\tit waits\n"
                        + "p.ShorterTest\t30.0\t\t\tit waits too");
        world.maven("echo '" + SUMMARY + "'");
        world.run(ci);
        assertThat(world.run(report, "--record").exit()).isZero();
        assertThat(recorded())
                .endsWith(
                        "\nclass\twall\tprocessor\tsecond tries\treason\n"
                                + "p.LongTest\t25.0\t3.2\t2026-W48:2\tit waits\n"
                                + "p.ShorterTest\t20.0\np.LadderProperties\t0.1\n");
    }

    @Test
    void second_tries_are_counted_by_week_and_once_for_each_build() throws Exception {
        world.command("date", "echo 2026-W49");
        unreliable(2);
        durations("p.MailTest\t0.1\t\t2026-W48:2");
        world.maven("echo '" + SUMMARY + "'");
        world.run(ci);
        world.run(report, "--record");
        assertThat(recorded()).contains("p.MailTest\t0.2\t\t2026-W48:2 2026-W49:2\n");
        world.run(report, "--record");
        assertThat(recorded())
                .contains("p.MailTest\t0.2\t\t2026-W48:2 2026-W49:2\n")
                .contains("# builds in a row without a second try\t0\n");
        world.maven("echo '" + SUMMARY.replace("22:59", "23:59") + "'");
        world.run(ci);
        world.run(report, "--record");
        assertThat(recorded()).contains("p.MailTest\t0.2\t\t2026-W48:2 2026-W49:4\n");
    }

    @Test
    void after_ten_builds_without_a_second_try_it_is_to_be_removed() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        durations("p.LadderProperties\t0.1");
        world.maven("echo '" + SUMMARY + "'");
        assertThat(world.run(ci).output()).doesNotContain("remove it");
        world.run(report, "--record");
        assertThat(recorded()).contains("# builds in a row without a second try\t10\n");
        assertThat(world.run(ci).output())
                .contains("no test needed its second try in 10 builds: remove it from .ci/run\n");
    }

    @Test
    void a_build_that_failed_or_of_one_module_is_not_recorded() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        world.maven("echo '" + SUMMARY + "'; exit 1");
        world.run(ci);
        assertThat(world.run(report, "--record").exit()).isEqualTo(1);
        world.maven("exit 0");
        world.run(ci);
        var ended = world.run(report, "--record");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.errors()).contains("run .ci/run first");
    }

    @Test
    void skips_that_are_named_are_counted_with_what_runs_these_tests() throws Exception {
        skipping("StorageTest", "no disks");
        ScriptFixture.write(
                world.checkout.resolve(".ci/skips"), "*: no disks\tno disks; buy some\n");
        assertThat(world.with("CI", "true").run(ci).output())
                .containsPattern("\nskipped +1  no disks; buy some\n")
                .doesNotContain("it_holds");
    }

    @Test
    void a_skipped_test_is_printed_with_its_reason() throws Exception {
        skipping("StorageTest", "no &quot;tmpfs&quot; &amp; no rights ==&gt; so");
        var ended = world.run(ci);
        assertThat(ended.exit()).isZero();
        assertThat(ended.output())
                .contains("\nskipped  StorageTest.it_holds: no \"tmpfs\" & no rights ==> so\n")
                .endsWith("2 passed, 0 failed\n");
    }

    @Test
    void a_skip_without_a_reason_is_printed_too() throws Exception {
        report(
                "pipeline-app",
                "StorageTest",
                1,
                0,
                1,
                "<testcase name=\"it_holds\" classname=\"p.StorageTest\" time=\"0.0\">\n"
                        + "<skipped/>\n"
                        + "</testcase>\n");
        assertThat(world.run(ci).output())
                .contains("\nskipped  StorageTest.it_holds: no reason given\n");
    }

    @Test
    void the_reason_of_a_skip_may_be_in_the_exception_that_the_report_holds() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        report(
                "pipeline-app",
                "RealEngineTest",
                1,
                0,
                1,
                """
                <testcase name="it_holds" classname="p.RealEngineTest" time="0.0">
                <skipped type="o.TestAbortedException"><![CDATA[o.TestAbortedException: needs a server: -Dfoldline.real.x
                    at p.RealEngineTest.engine(RealEngineTest.java:32)
                ]]></skipped>
                </testcase>
                """);
        ScriptFixture.write(world.checkout.resolve(".ci/skips"), "Real*Test.*: *foldline.real.*\n");
        var ended = world.with("CI", "true").run(ci);
        assertThat(ended.output()).containsPattern("\nskipped +1  Real\\*Test.\\*: ");
        assertThat(ended.exit()).isZero();
    }

    @Test
    void an_unexpected_skip_fails_where_CI_is_set() throws Exception {
        skipping("StorageTest", "no disks");
        assertThat(world.run(ci).exit()).isZero();
        var ended = world.with("CI", "true").run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output())
                .contains(
                        "1 test was skipped that .ci/skips does not name:\n"
                                + "  StorageTest.it_holds: no disks\n");
    }

    @Test
    void a_skip_on_the_list_passes_where_CI_is_set() throws Exception {
        skipping("StorageTest", "no disks");
        ScriptFixture.write(
                world.checkout.resolve(".ci/skips"), "# why\n\nStorageTest.*: no disks\n");
        assertThat(world.with("CI", "true").run(ci).exit()).isZero();
        ScriptFixture.write(
                world.checkout.resolve(".ci/skips"), "StorageTest.*: no rights\nOtherTest.*\n");
        assertThat(world.run(ci).exit()).isNotZero();
    }

    @Test
    void a_complete_machine_installs_nothing() throws Exception {
        ScriptFixture.write(
                world.checkout.resolve(".ci/packages"),
                "# a package and the programs of which one is needed\nshell no-such-shell sh\n");
        assertThat(world.run(ci).output()).doesNotContain("apt-get");
    }

    @Test
    void a_missing_program_is_installed_by_its_package() throws Exception {
        ScriptFixture.write(
                world.checkout.resolve(".ci/packages"),
                "shell sh\nbrowser no-such-browser no-other-browser\nmaker no-such-make\n");
        assertThat(world.run(ci).output())
                .contains("apt-get -q update")
                .contains("install --yes --no-install-recommends browser maker\n");
    }

    @Test
    void a_user_without_root_gets_the_install_command_and_the_tests_run() throws Exception {
        ScriptFixture.write(world.checkout.resolve(".ci/packages"), "browser no-such-browser\n");
        world.command("id", "echo 1000");
        report("property-tests", "LadderProperties", 2, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isZero();
        assertThat(ended.output())
                .contains(
                        "missing: browser",
                        "as root: apt-get install --no-install-recommends browser\n")
                .endsWith("2 passed, 0 failed\n");
    }

    @Test
    void a_package_that_cannot_be_installed_is_named_and_the_tests_run() throws Exception {
        ScriptFixture.write(world.checkout.resolve(".ci/packages"), "browser no-such-browser\n");
        world.command("apt-get", "exit 100");
        report("property-tests", "LadderProperties", 2, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isZero();
        assertThat(ended.output()).contains("could not be installed: browser");
    }

    @Test
    void the_real_command_lines_are_installed_and_named_to_the_tests_when_asked_for()
            throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        world.maven("echo mvn \"$@\"");
        assertThat(world.run(ci).output()).doesNotContain("npm", "foldline.real");
        assertThat(world.run(ci, "--agents").output())
                .containsPattern(
                        "npm install .*@openai/codex@[0-9.]+ @google/gemini-cli@[0-9.]+"
                                + " opencode-ai@[0-9.]+ @anthropic-ai/claude-code@[0-9.]+"
                                + " @agentclientprotocol/claude-agent-acp@[0-9.]+\n")
                .containsPattern(
                        "mvn .*verify .*-Dfoldline.real.codex=\\S+/codex"
                                + " .*-Dfoldline.real.opencode=\\S+/opencode"
                                + " -Dfoldline.real.claude=\\S+/claude"
                                + " -Dfoldline.real.acp=\\S+/claude-agent-acp\n");
    }

    @Test
    void the_engine_is_installed_and_named_to_the_tests_when_asked_for() throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        world.maven("echo mvn \"$@\"");
        assertThat(world.run(ci, "--engine").output())
                .containsPattern("npm install .*@restatedev/restate-server-linux-x64@[0-9.]+\n")
                .containsPattern("mvn .*verify .*-Dfoldline.real.restate=\\S+/restate-server\n");
    }

    @Test
    void the_tools_of_a_typescript_client_are_installed_and_named_when_asked_for()
            throws Exception {
        report("property-tests", "LadderProperties", 2, 0, 0);
        world.maven("echo mvn \"$@\"");
        assertThat(world.run(ci, "--client").output())
                .containsPattern("npm install .*@redocly/cli@[0-9.]+ openapi-typescript@")
                .containsPattern("mvn .*-Dfoldline.real.typescript=\\S+/node_modules\n");
    }

    @Test
    void an_unknown_option_runs_nothing() throws Exception {
        assertThat(world.run(ci, "--agent").exit()).isEqualTo(2);
        assertThat(world.mavenCalls()).isZero();
    }

    /** Two properties and one test that pass, and tests that pass in their second try. */
    private void unreliable(int tests) throws IOException {
        report("property-tests", "LadderProperties", 2, 0, 0);
        var cases = new StringBuilder("<testcase name=\"it_leaves\" classname=\"p.MailTest\"/>\n");
        for (int test = 0; test < tests; test++)
            cases.append(
                    """
                      <testcase name="it_arrives_%d" classname="p.MailTest" time="0.1">
                        <flakyFailure message="expected &quot;a&quot;" type="java.lang.AssertionError">
                          <stackTrace><![CDATA[at p.MailTest]]></stackTrace>
                        </flakyFailure>
                      </testcase>
                    """
                            .formatted(test));
        report("pipeline-app", "MailTest", tests + 1, 0, 0, cases.toString());
    }

    /** Two properties that pass, and one test that was skipped. */
    private void skipping(String type, String reason) throws IOException {
        report("property-tests", "LadderProperties", 2, 0, 0);
        report(
                "pipeline-app",
                type,
                1,
                0,
                1,
                "<testcase name=\"it_holds\" classname=\"p."
                        + type
                        + "\" time=\"0.0\">\n    <skipped message=\""
                        + reason
                        + "\" type=\"org.opentest4j.TestAbortedException\"><![CDATA[at"
                        + " p.<init>]]></skipped>\n"
                        + "</testcase>\n");
    }

    private static String lasting(String type, String seconds) {
        return "<testcase name=\"it_takes\" classname=\"p.%s\" time=\"%s\"/>\n"
                .formatted(type, seconds);
    }

    private void module(String folder, String name) throws IOException {
        ScriptFixture.write(
                world.checkout.resolve(folder + "/pom.xml"),
                "<project>\n  <name>" + name + "</name>\n</project>\n");
    }

    /** The recorded durations of earlier builds, of which nine needed no second try. */
    private void durations(String lines) throws IOException {
        ScriptFixture.write(
                world.checkout.resolve(".ci/durations.tsv"),
                "# builds in a row without a second try\t9\nclass\twall\n" + lines + "\n");
    }

    private String recorded() throws IOException {
        return Files.readString(world.checkout.resolve(".ci/durations.tsv"));
    }

    private void report(String module, String type, int tests, int failures, int skipped)
            throws IOException {
        report(module, type, tests, failures, skipped, "");
    }

    private void report(
            String module, String type, int tests, int failures, int skipped, String cases)
            throws IOException {
        ScriptFixture.write(
                world.checkout.resolve(module + "/target/surefire-reports/TEST-p." + type + ".xml"),
                "<?xml version=\"1.0\"?>\n<testsuite xmlns:xsi=\"x\" name=\"p."
                        + type
                        + "\" time=\"0.1\" tests=\""
                        + tests
                        + "\" errors=\"0\" skipped=\""
                        + skipped
                        + "\" failures=\""
                        + failures
                        + "\">\n"
                        + cases
                        + "</testsuite>\n");
    }
}
