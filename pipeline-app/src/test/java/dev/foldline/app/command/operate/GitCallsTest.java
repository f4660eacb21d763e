package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The git commands of a whole run with five agent calls and one commit. Each costs time in every
 * run; decision 0044 names the reader of each answer.
 */
class GitCallsTest {
    private static final Pattern MAINTENANCE =
            Pattern.compile("\"event\":\"start\".*\"maintenance\",\"run\",\"--auto\"");

    @TempDir Path folder;
    private CliFixture place;
    private Path calls;

    /** A git that records its commands. */
    @BeforeEach
    void a_counted_git() throws Exception {
        place = CliFixture.ready(folder);
        calls = folder.resolve("calls");
        var bin = Files.createDirectories(folder.resolve("bin"));
        var git =
                Files.writeString(
                        bin.resolve("git"),
                        "#!/bin/sh\necho \"$*\" >> '"
                                + calls
                                + "'\nPATH='"
                                + System.getenv("PATH")
                                + "' exec git \"$@\"\n");
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.put("PATH", bin + ":" + System.getenv("PATH"));
    }

    private Map<String, Integer> counted(String... words) throws IOException, InterruptedException {
        Files.writeString(calls, "");
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isZero();
        var counts = new TreeMap<String, Integer>();
        for (var line : Files.readAllLines(calls))
            if (!line.startsWith("==")) counts.merge(command(line), 1, Integer::sum);
        return counts;
    }

    private static String command(String line) {
        var words = line.replace("--no-pager ", "").replaceAll("-c [^ ]+ ", "").split(" ");
        return words[0].equals("worktree") ? "worktree " + words[1] : words[0];
    }

    /**
     * The trees before and after the work are written. A file that has just been changed may change
     * again with the same time, so a tree that holds one may be written again (decision 0085).
     */
    private static void assertSavedTrees(Map<String, Integer> counts) {
        assertThat(counts.remove("update-index")).isBetween(2, 4);
        assertThat(counts.remove("write-tree")).isBetween(1, 3);
    }

    @Test
    void a_run_in_place_asks_git_as_often_as_this() throws Exception {
        var counts = counted("run", "Add work");
        assertSavedTrees(counts);
        assertThat(counts)
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("--version", 1),
                                Map.entry("checkout", 1),
                                Map.entry("commit", 1),
                                Map.entry("config", 1),
                                Map.entry("for-each-ref", 1),
                                Map.entry("rev-parse", 1),
                                Map.entry("diff-tree", 1),
                                Map.entry("status", 13),
                                Map.entry("update-ref", 1),
                                Map.entry("var", 2)));
    }

    @Test
    void a_run_in_its_own_worktree_asks_git_as_often_as_this() throws Exception {
        // The version of the same program is not asked again.
        counted("run", "Add work");
        var counts = counted("run", "--worktree", "Add more");
        assertSavedTrees(counts);
        assertThat(counts)
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("commit", 1),
                                Map.entry("config", 1),
                                Map.entry("rev-parse", 3),
                                Map.entry("diff-tree", 1),
                                Map.entry("status", 12),
                                Map.entry("var", 2),
                                Map.entry("worktree add", 1)));
    }

    /** Git starts it by itself, so it is not among the counted commands. */
    @Test
    void git_maintains_the_repository_after_the_first_commit_of_a_run_only() throws Exception {
        var traced = folder.resolve("traced");
        var settings = Path.of(place.environment.get("HOME")).resolve(".gitconfig");
        Files.writeString(
                settings,
                "[maintenance]\n auto = true\n[trace2]\n eventTarget = " + traced + "\n",
                StandardOpenOption.APPEND);
        place.configured(
                "checks: []\niterations: 3\nreviews: 0\n"
                        + "ralph: { stop_when_completed: false }\n");
        assertThat(counted("run", "Add work")).containsEntry("commit", 3);
        assertThat(Files.readAllLines(traced).stream().filter(MAINTENANCE.asPredicate()))
                .hasSize(1);
    }

    @Test
    void an_iteration_asks_git_at_most_as_often_as_this() throws Exception {
        // Files are not trusted until their time is past.
        place.agent(
                "echo \"== $FOLDLINE_ROLE\" >> '"
                        + calls
                        + "'\n"
                        + AgentScripts.HELPFUL
                        + "sleep 0.1\n");
        place.configured(
                "checks: [ \"true\" ]\niterations: 3\nreviews: 0\n"
                        + "ralph: { stop_when_completed: false }\n");
        counted("run", "Add work");
        var lines = Files.readAllLines(calls);
        int second = lines.indexOf("== planner") + 1;
        second += lines.subList(second, lines.size()).indexOf("== planner");
        int third = second + 1 + lines.subList(second + 1, lines.size()).indexOf("== planner");
        var counts = new TreeMap<String, Integer>();
        for (var line : lines.subList(second, third))
            if (!line.startsWith("==")) counts.merge(command(line), 1, Integer::sum);
        assertThat(counts)
                .as("of %s", lines.subList(second, third))
                .isEqualTo(Map.of("status", 6, "update-index", 2, "write-tree", 1, "commit", 1));
    }
}
