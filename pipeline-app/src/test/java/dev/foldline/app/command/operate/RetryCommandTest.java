package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code retry} does with files that the user has changed since the run halted. */
class RetryCommandTest {
    @TempDir Path folder;

    /** A run that has halted before its first call, and whose user has fixed the base. */
    private CliFixture fixed() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .configured("checks: [ \"test -e fixed\" ]\niterations: 1\nreviews: 0\n");
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.out()).contains("commit the fix and retry");
        return place.write("fixed", "yes\n");
    }

    @Test
    void changes_of_the_user_are_not_committed_as_work_of_an_agent() throws Exception {
        var place = fixed();
        var refused = place.foldline("retry");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err())
                .contains("there are uncommitted changes that the run did not make: fixed")
                .contains("commit or stash them, then foldline retry r", "--as-it-is");
        assertThat(place.foldline("log").out()).doesNotContain("try again");
        place.write("other", "mine\n").git("add", "fixed");
        place.git("commit", "-q", "-m", "Fix the base");
        assertThat(place.foldline("retry").err()).contains("did not make: other");
        place.git("stash", "-u", "-q", "--", "other");
        var reported = place.foldline("retry");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main..HEAD"))
                .isEqualTo("Do the work\nFix the base");
        assertThat(place.git("show", "--format=", "--name-only", "HEAD")).isEqualTo("work.txt");
    }

    @Test
    void files_of_the_user_are_committed_on_request() throws Exception {
        var place = fixed();
        var flag = Remedy.flag(place.foldline("retry"), "--as-it-is").getFirst();
        var reported = place.foldline("retry", flag);
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("fixed", "work.txt");
    }

    @Test
    void uncommitted_work_of_the_run_is_its_work_even_after_a_correction_by_the_user()
            throws Exception {
        var place = CliFixture.ready(folder).configured("checks: []\niterations: 1\nreviews: 0\n");
        var hook = place.root.resolve(".git/hooks/pre-commit");
        Files.writeString(
                hook,
                "#!/bin/sh\ngrep -q correct work.txt || { echo work.txt is wrong; exit 1; }\n");
        hook.toFile().setExecutable(true);
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains("work.txt is wrong", "foldline retry");
        assertThat(place.git("for-each-ref", "refs/foldline/saved")).isNotEmpty();
        place.write("work.txt", "correct\n");
        var reported = place.foldline("retry");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }
}
