package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** What we read of a history is what the git command reads of it. */
class GitAgreementTest {
    private static final int COMMITS = Thorough.ALL ? 30 : 15;
    private static final int PAIRS = Thorough.ALL ? 25 : 8;

    @TempDir Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.ALL ? 2 : 1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_pair_of_a_generated_history_reads_the_same(long seed) throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            var commits = grow(sandbox, new Random(seed));
            sandbox.git("pack-refs", "--all");
            sandbox.git("gc", "-q");
            commits.add(sandbox.write("after-gc.txt", "loose").commitByHand("after gc"));
            var random = new Random(seed);
            for (int pair = 0; pair < PAIRS; pair++) {
                var from = commits.get(random.nextInt(commits.size()));
                var to = commits.get(random.nextInt(commits.size()));
                assertSameReadings(sandbox, from, to);
            }
        }
    }

    /**
     * What we read ourselves knows no configuration of the user's, and what git is asked must not
     * depend on it.
     */
    @Test
    void settings_given_by_variables_change_no_reading() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            var commits = grow(sandbox, new Random(4));
            var variables =
                    Map.of(
                            "GIT_CONFIG_COUNT",
                            "3",
                            "GIT_CONFIG_KEY_0",
                            "diff.renames",
                            "GIT_CONFIG_VALUE_0",
                            "copies",
                            "GIT_CONFIG_KEY_1",
                            "core.abbrev",
                            "GIT_CONFIG_VALUE_1",
                            "5",
                            "GIT_CONFIG_KEY_2",
                            "log.showSignature",
                            "GIT_CONFIG_VALUE_2",
                            "true");
            try (var reported = sandbox.with(variables)) {
                for (String from : commits.subList(0, 5)) {
                    assertSameReadings(reported, from, commits.getLast());
                    assertThat(reported.open().diffStat(from, commits.getLast()))
                            .isEqualTo(sandbox.open().diffStat(from, commits.getLast()));
                }
            }
        }
    }

    @Test
    void revisions_resolve_the_same() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            sandbox.write("a.txt", "2").commitByHand("second");
            sandbox.git("tag", "-a", "-m", "annotated", "v1");
            sandbox.git("branch", "dir/name");
            for (String revision :
                    List.of(
                            "HEAD",
                            "HEAD~1",
                            "HEAD^",
                            "@",
                            "@~1",
                            "main",
                            "v1",
                            "refs/heads/main",
                            "dir/name",
                            sandbox.head(),
                            sandbox.head().substring(0, 8),
                            "main@{0}")) {
                assertThat(sandbox.open().resolve(revision))
                        .as(revision)
                        .contains(sandbox.git("rev-parse", revision + "^{commit}"));
            }
            for (String revision :
                    List.of(
                            "nowhere",
                            "HEAD~5",
                            "0".repeat(40),
                            "HEAD:a.txt",
                            "",
                            "a b",
                            "--all",
                            "..")) {
                assertThat(sandbox.open().resolve(revision)).as(revision).isEmpty();
            }
        }
    }

    @Test
    void differences_are_reported_by_file_and_as_text_up_to_a_limit() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            sandbox.git("config", "diff.mnemonicPrefix", "true");
            sandbox.git("config", "diff.external", "false");
            sandbox.write("a.txt", "one\nmore\n")
                    .write("new ä.txt", "x\n")
                    .delete("folder/b.txt")
                    .write("bin", "\0\1");
            sandbox.commitByHand("second");
            var stat = sandbox.open().diffStat("HEAD~1", "HEAD");
            assertThat(stat.files())
                    .extracting(
                            file ->
                                    file.path()
                                            + " +"
                                            + file.linesAdded()
                                            + " -"
                                            + file.linesRemoved())
                    .containsExactly(
                            "a.txt +1 -0", "bin +0 -0", "folder/b.txt +0 -1", "new ä.txt +1 -0");
            assertThat(stat.linesAdded()).isEqualTo(2);
            var whole = sandbox.open().diff("HEAD~1", "HEAD", 100_000);
            assertThat(whole.cut()).isFalse();
            assertThat(whole.text()).contains("+++ b/a.txt", "+more", "deleted file");
            var some =
                    sandbox.open().diff("HEAD~1", "HEAD", List.of("new ä.txt", "*.txt"), 100_000);
            assertThat(some.text()).contains("+++ \"b/new").doesNotContain("a.txt");
            var part = sandbox.open().diff("HEAD~1", "HEAD", 30);
            assertThat(part.cut()).isTrue();
            assertThat(part.text().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(32);
            assertThat(sandbox.open().file("HEAD", "a.txt", 4)).isEmpty();
            assertThat(sandbox.open().file("HEAD", "nope", 4)).isEmpty();
        }
    }

    private static void assertSameReadings(Sandbox sandbox, String from, String to)
            throws IOException {
        Git git = sandbox.open();
        var range = from + ".." + to;
        var log = git.log(from, to, 1000);
        assertThat(log)
                .extracting(CommitInfo::hash)
                .as(range)
                .containsExactlyInAnyOrderElementsOf(
                        sandbox.git("rev-list", range).lines().toList());
        assertChildrenFirst(log);
        assertSamePatches(git, log.stream().map(CommitInfo::hash).toList());
        for (CommitInfo commit : log) {
            var reported = sandbox.git("log", "-1", "--format=%T|%P|%an <%ae>|%s", commit.hash());
            var parents = String.join(" ", commit.parents());
            assertThat(String.join("|", commit.tree(), parents, commit.author(), commit.subject()))
                    .isEqualTo(reported);
        }
        assertThat(git.isAncestor(from, to))
                .as(range)
                .isEqualTo(sandbox.gitMayFail("merge-base", "--is-ancestor", from, to).succeeded());
        assertThat(git.changedPaths(from, to))
                .as(range)
                .isEqualTo(
                        sandbox.git("diff", "--name-only", "--no-renames", from, to)
                                .lines()
                                .sorted()
                                .toList());
    }

    /** One process for all commits reads what one for each reads. */
    private static void assertSamePatches(Git git, List<String> commits) throws IOException {
        var single = new LinkedHashMap<String, String>();
        int length = 0;
        for (var commit : commits)
            if (git.resolve(commit + "^").isPresent()) {
                single.put(commit, git.diff(commit + "^", commit, 100_000).text());
                length += single.get(commit).getBytes(StandardCharsets.UTF_8).length;
            }
        var unknown = "0123456789012345678901234567890123456789";
        var asked = new ArrayList<>(commits);
        asked.addFirst(unknown);
        assertThat(git.patches(asked, 1_000_000).entrySet())
                .containsExactlyElementsOf(single.entrySet());
        var some = git.patches(commits, length / 2);
        assertThat(List.copyOf(some.entrySet()))
                .isEqualTo(List.copyOf(single.entrySet()).subList(0, some.size()));
    }

    private static void assertChildrenFirst(List<CommitInfo> log) {
        var seen = new ArrayList<String>();
        for (CommitInfo commit : log) {
            assertThat(seen)
                    .as("parents of " + commit.hash())
                    .doesNotContainAnyElementsOf(commit.parents());
            seen.add(commit.hash());
        }
    }

    /**
     * Commits, branches and merges as the seed has them; every commit touches few of many files.
     */
    private static List<String> grow(Sandbox sandbox, Random random) throws IOException {
        var commits = new ArrayList<>(List.of(sandbox.head()));
        for (int number = 1; number <= COMMITS; number++) {
            if (random.nextInt(4) == 0) {
                var start = commits.get(random.nextInt(commits.size()));
                sandbox.git("checkout", "-q", "-B", "side-" + random.nextInt(3), start);
            }
            if (random.nextInt(5) == 0) {
                sandbox.git(
                        "merge",
                        "-q",
                        "--no-edit",
                        "-X",
                        "ours",
                        commits.get(random.nextInt(commits.size())));
            }
            sandbox.write("file-" + random.nextInt(8) + "/x.txt", "content " + number + "\n");
            commits.add(sandbox.commitByHand("commit " + number));
        }
        return commits;
    }
}
