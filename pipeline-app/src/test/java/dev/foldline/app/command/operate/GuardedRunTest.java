package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Agents that change what judges them, and others that add tests, from outside. */
class GuardedRunTest {
    private static final String REWRITES =
            developing("echo bad > work.txt; printf 'exit 0\\n' > test.sh");

    private static final String ADDS_A_TEST =
            developing(
                    "echo good > work.txt; mkdir -p tests; echo 'grep -q good work.txt' >"
                            + " tests/new_test.sh");

    private static final String WEAKENS_A_TEST =
            developing("echo bad > work.txt; echo true > tests/work_test.sh");

    @TempDir Path folder;

    private static String developing(String script) {
        return AgentScripts.except("developer", script + "\n");
    }

    private CliFixture place(String agent, String more) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder).agent(agent);
        place.write("test.sh", "for each in tests/*_test.sh; do sh \"$each\" || exit 1; done\n");
        place.write("tests/work_test.sh", "grep -q good work.txt\n");
        place.write("work.txt", "good\n");
        place.write(".gitignore", "foldline.yaml\n");
        place.configured(
                "checks: [sh test.sh]\niterations: 1\nreviews: 0\n"
                        + "guard: { tests: ['tests/**']"
                        + more
                        + " }\n");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add tests");
        return place;
    }

    @Test
    void a_rewritten_check_waits_for_the_user() throws Exception {
        var place = place(REWRITES, "");
        var reported = place.foldline("run", "Break it");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.SUSPENDED.value());
        assertThat(place.foldline("gates").out())
                .contains("test.sh: is run by the check", "+exit 0");
        assertThat(place.foldline("status").out()).contains("guarded", "test.sh");
        var approved = place.foldline("approve", "guard", "--resume");
        assertThat(approved.exit()).as(approved.all()).isZero();
        assertThat(place.foldline("status").out()).contains("Done in ");
    }

    @Test
    void a_guarded_file_is_put_back_where_the_user_wants_that() throws Exception {
        var place = place(REWRITES, ", on_change: refuse");
        place.foldline("run", "Break it");
        assertThat(place.foldline("status").out())
                .contains("put back", "test.sh", "git for-each-ref refs/foldline/saved");
        var saved = place.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved");
        assertThat(place.git("show", saved.lines().findFirst().get() + ":test.sh"))
                .isEqualTo("exit 0");
        assertThat(place.git("diff", "--name-only", "main..HEAD")).doesNotContain("test.sh");
    }

    @Test
    void an_added_test_is_no_reason_to_ask() throws Exception {
        var place = place(ADDS_A_TEST, "");
        var reported = place.foldline("run", "Add a test");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("status").out())
                .contains("The tests before the change pass on the new code.");
    }

    @Test
    void a_weakened_test_is_shown_by_the_test_of_the_base() throws Exception {
        var place = place(WEAKENS_A_TEST, "");
        var reported = place.foldline("run", "Break it");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.SUSPENDED.value());
        assertThat(place.foldline("gates").out())
                .contains("The tests before the change fail on the new code");
    }
}
