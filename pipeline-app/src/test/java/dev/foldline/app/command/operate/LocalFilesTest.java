package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ignored files of the user stay out of commits, and what a commit lacks is named. */
class LocalFilesTest {
    private static final String SECRET = "PRIVATE=not-for-git\n";

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    private void ignoring(String rules) throws Exception {
        place.write(".gitignore", rules);
        place.git("add", ".gitignore");
        place.git("commit", "-q", "-m", "rules");
    }

    private void developer(String script) throws IOException {
        place.agent(
                AgentScripts.HELPFUL
                        + "[ \"$FOLDLINE_ROLE\" != developer ] || {\n"
                        + script
                        + "\n}\n");
    }

    @Test
    void an_agent_that_rewrites_the_ignore_rules_commits_no_file_of_the_user() throws Exception {
        ignoring(".env\nkeys/\n");
        place.write(".env", SECRET).write("keys/a/id", SECRET);
        developer("echo dist/ > .gitignore; echo '*.env text' > .gitattributes; git add -f .env");
        assertThat(place.foldline("run", "--guard", "off", "Add work").exit()).isZero();
        assertThat(place.git("ls-tree", "-r", "--name-only", "HEAD").lines())
                .contains(".gitignore", ".gitattributes", "work.txt")
                .doesNotContain(".env", "keys/a/id");
        assertThat(place.read(".env")).isEqualTo(SECRET);
        assertThat(place.foldline("status").out())
                .containsPattern("yours +\\.env, keys/, in no commit");
    }

    @Test
    void what_setup_makes_is_in_no_commit() throws Exception {
        ignoring("node_modules/\n");
        place.configured(
                "checks: []\niterations: 1\nreviews: 0\n"
                        + "worktree: { setup: ['ln -s /elsewhere node_modules'] }\n");
        assertThat(place.foldline("run", "--worktree", "Add work").exit()).isZero();
        var branch =
                place.git("for-each-ref", "--format=%(refname)", "refs/heads/foldline").strip();
        assertThat(place.git("ls-tree", "-r", "--name-only", branch).lines())
                .contains("work.txt")
                .doesNotContain("node_modules");
    }

    @Test
    void what_the_checks_saw_and_the_commit_lacks_is_named() throws Exception {
        ignoring("vendored/\n");
        place.configured(
                "checks: ['test ! -e work.txt || test -f vendored/util.py']\n"
                        + "iterations: 1\nreviews: 0\n");
        developer("mkdir -p vendored; echo 1 > vendored/util.py");
        var named = "not in the commit: vendored/ (ignored)";
        assertThat(place.foldline("run", "Add work").all()).contains(named);
        assertThat(place.foldline("log").out()).containsOnlyOnce(named);
        assertThat(place.foldline("status").out())
                .containsPattern("left out +vendored/ \\(ignored\\)");
        assertThat(place.foldline("report", "-o", "report.html").exit()).isZero();
        assertThat(place.read("report.html")).contains("left out", "vendored/ (ignored)");
        var document = JsonMapper.shared().readTree(place.foldline("status", "--json").out());
        assertThat(document.at("/local/left_out/0/name").asString()).isEqualTo("vendored/");
        assertThat(document.at("/local/left_out/0/kind").asString()).isEqualTo("ignored");
        assertThat(Files.exists(place.root.resolve("vendored/util.py"))).isTrue();
    }

    @Test
    void checks_on_the_commit_commit_nothing_that_needs_an_ignored_file() throws Exception {
        ignoring("vendored/\n");
        place.configured(
                "checks: ['test ! -e work.txt || test -f vendored/util.py']\n"
                        + "checks_on_commit: true\niterations: 1\nreviews: 0\n");
        developer("mkdir -p vendored; echo 1 > vendored/util.py");
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains("clean checkout", "vendored/", "worktree.setup");
        assertThat(place.git("ls-tree", "-r", "--name-only", "HEAD")).doesNotContain("work.txt");
    }

    @Test
    void a_project_that_needs_more_than_git_has_halts_on_the_base_until_it_is_set_up()
            throws Exception {
        ignoring("vendored/\n");
        place.write("vendored/util.py", "1\n");
        var settings =
                "checks: ['test -f vendored/util.py']\n"
                        + "checks_on_commit: true\niterations: 1\nreviews: 0\n";
        place.configured(settings);
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains("clean checkout", "worktree.setup");
        place.git("switch", "-q", "main");
        place.configured(
                settings + "worktree: { setup: ['mkdir vendored && touch vendored/util.py'] }\n");
        var done = place.foldline("run", "Add other work");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
    }
}
