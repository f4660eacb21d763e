package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The base of a run: where its branch begins, and what it is put on top of. */
class BaseTest {
    @TempDir Path folder;

    /**
     * A repository whose branch {@code release} is one commit beside {@code main}, which is checked
     * out.
     */
    private CliFixture withRelease() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("checkout", "-q", "-b", "release");
        commit(place, "release.txt");
        place.git("checkout", "-q", "main");
        commit(place, "main.txt");
        return place;
    }

    private static void commit(CliFixture place, String file) throws Exception {
        place.write(file, file + "\n");
        place.git("add", file);
        place.git("commit", "-q", "-m", file);
    }

    @Test
    void a_worktree_starts_at_the_named_base() throws Exception {
        var place = withRelease();
        var reported = place.foldline("run", "--worktree", "--base", "release", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "foldline/add-work"))
                .isEqualTo("Do the work\nrelease.txt\nfirst");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
    }

    @Test
    void a_rebase_puts_the_branch_on_top_of_the_named_base_as_it_is_by_then() throws Exception {
        var place = withRelease();
        place.configured("base: release\nrebase: [after]\niterations: 1\nreviews: 0\n");
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var later = place.git("commit-tree", "-p", "release", "-m", "later", "release^{tree}");
        place.git("update-ref", "refs/heads/release", later);
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s"))
                .isEqualTo("Do the work\nlater\nrelease.txt\nfirst");
    }

    @Test
    void a_base_is_shown_by_the_plan_and_refused_where_it_was_written_if_it_names_no_commit()
            throws Exception {
        var place = withRelease();
        place.configured("base: release\n");
        var release = place.git("rev-parse", "release");
        assertThat(place.foldline("plan", "Add work").out())
                .contains("new, at " + release.substring(0, 7) + " (release)");
        assertThat(place.foldline("plan", "--json", "Add work").out())
                .contains("\"base\": \"" + release + "\"");
        assertThat(place.foldline("config", "show", "--origin").out())
                .containsPattern("base +release +.*foldline.yaml:4:");
        place.configured("base: relaese\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(2);
        assertThat(reported.err())
                .contains("the base relaese names no commit", "at: foldline.yaml:4:", "try: ");
        assertThat(place.foldline("plan", "Add work").exit()).isEqualTo(2);
        assertThat(place.foldline("run", "--set", "base=nowhere", "Add work").err())
                .contains("at: flag --set base");
        place.git("branch", "-m", "main", "trunk");
        place.configured("rebase: [after]\n");
        var without = place.foldline("run", "Add work");
        assertThat(without.exit()).as(without.all()).isEqualTo(2);
        assertThat(without.err()).contains("no base to rebase onto", "--base");
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
    }
}
