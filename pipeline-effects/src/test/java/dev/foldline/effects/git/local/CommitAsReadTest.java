package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.CommitRequest.Terms;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A commit of a tree that was read just now is that tree, and leaves the index that a comparison
 * with the commit leaves.
 */
class CommitAsReadTest {
    private static final int ROUNDS = Thorough.ALL ? 25 : 8;
    private static final Exclusions KEPT = ENGINE.and(List.of("kept.txt"));

    @TempDir Path folder;
    private Sandbox sandbox;
    private Git git;

    @BeforeEach
    void openRepository() throws IOException {
        sandbox = Sandbox.repository(folder);
        git = sandbox.open();
    }

    @AfterEach
    void closeRepository() {
        sandbox.close();
    }

    @Test
    void any_work_is_committed_as_by_a_repository_that_reads_it_again() throws IOException {
        var random = new Random(5);
        for (int round = 0; round < ROUNDS; round++) {
            var as = "round " + round;
            for (int change = random.nextInt(4); change >= 0; change--) change(random);
            var read = git.workTree(KEPT);
            assertThat(read).as(as).isEqualTo(byAnother());
            var index =
                    Files.copy(
                            index(), folder.resolve("index"), StandardCopyOption.REPLACE_EXISTING);
            var outcome = git.commitWork(request(Optional.of(read)));
            if (!(outcome instanceof Committed(var made))) {
                assertThat(outcome).as(as).isInstanceOf(CommitOutcome.NothingToCommit.class);
                continue;
            }
            assertThat(made.tree()).as(as).isEqualTo(read);
            assertThat(byAnother()).as(as).isEqualTo(read);
            assertThat(staged()).as(as).isEqualTo(settledByComparison(index, made));
        }
    }

    @Test
    void what_changes_after_the_read_is_left_for_the_next_commit() throws IOException {
        sandbox.write("a.txt", "read\n");
        var read = git.workTree(ENGINE);
        sandbox.write("a.txt", "later\n").write("new.txt", "new\n");
        var made = committed(Optional.of(read));
        assertThat(made.tree()).isEqualTo(read);
        assertThat(sandbox.git("show", made.hash() + ":a.txt")).isEqualTo("read");
        assertThat(sandbox.status().lines().map(String::strip))
                .containsExactly("M a.txt", "?? new.txt");
    }

    @Test
    void an_earlier_read_and_one_of_other_paths_are_staged_again() throws IOException {
        sandbox.write("a.txt", "first\n");
        var first = git.workTree(ENGINE);
        sandbox.write("a.txt", "second\n");
        var second = git.workTree(ENGINE);
        sandbox.write("a.txt", "third\n");
        assertThat(committed(Optional.of(first)).tree()).isNotIn(first, second);
        sandbox.write("kept.txt", "kept\n").write("a.txt", "fourth\n");
        var narrow = git.workTree(KEPT);
        sandbox.write("a.txt", "fifth\n");
        assertThat(committed(Optional.of(narrow)).tree()).isNotEqualTo(narrow);
    }

    @Test
    void a_nested_repository_that_the_read_left_out_is_still_reported() throws IOException {
        sandbox.write("a.txt", "changed\n");
        sandbox.git("init", "-q", "nested");
        sandbox.git("-C", "nested", "commit", "-q", "--allow-empty", "-m", "1");
        var read = git.workTree(ENGINE);
        assertThat(git.commitWork(request(ENGINE, Optional.of(read))))
                .isInstanceOf(CommitOutcome.NestedRepositories.class);
    }

    @Test
    void another_checked_tree_is_refused_as_before() throws IOException {
        sandbox.write("a.txt", "changed\n");
        var read = git.workTree(ENGINE);
        var terms =
                new Terms(
                        Sandbox.TRAILER,
                        git.head(),
                        Optional.of(git.commit("HEAD").tree()),
                        ENGINE);
        assertThat(git.commitWork(new CommitRequest("Work", terms, Optional.of(read))))
                .isEqualTo(new CommitOutcome.TreeMoved(read));
    }

    private CommitInfo committed(Optional<String> read) throws IOException {
        return git.commitWork(request(ENGINE, read)).made().orElseThrow();
    }

    private CommitRequest request(Optional<String> read) throws IOException {
        return request(KEPT, read);
    }

    private CommitRequest request(Exclusions exclusions, Optional<String> read) throws IOException {
        return new CommitRequest(
                "Work", new Terms(Sandbox.TRAILER, git.head(), Optional.empty(), exclusions), read);
    }

    private Path index() {
        return sandbox.root.resolve(".git/index");
    }

    private String staged() throws IOException {
        return sandbox.git("ls-files", "--stage") + "\n" + sandbox.git("ls-files", "-v");
    }

    /** The slow twin: the index of before the commit, compared with the commit. */
    private String settledByComparison(Path before, CommitInfo made) throws IOException {
        var ours = Files.readAllBytes(index());
        Files.copy(before, index(), StandardCopyOption.REPLACE_EXISTING);
        var folder = sandbox.root.resolve(".git");
        var bench = new GitRunner(sandbox.settings(), new Place(sandbox.root, folder, folder));
        try (var reads = JGitReads.in(bench)) {
            new GitTrees(bench, reads).settleIndex(made.hash(), KEPT);
        }
        var staged = staged();
        Files.write(index(), ours);
        return staged;
    }

    private String byAnother() throws IOException {
        try (var another = sandbox.openAnother()) {
            return another.workTree(KEPT);
        }
    }

    private void change(Random random) throws IOException {
        var name = List.of("a.txt", "new.txt", "kept.txt", "deep/c.txt").get(random.nextInt(4));
        var file = sandbox.root.resolve(name);
        var text = random.nextInt(10_000) + "\n";
        switch (random.nextInt(8)) {
            case 0, 1 -> sandbox.write(name, text);
            case 2 -> Files.deleteIfExists(file);
            case 3 -> sandbox.git("add", "-A");
            case 4 -> {
                sandbox.write(name, text);
                sandbox.git("add", "--", name);
                Files.deleteIfExists(file);
            }
            case 5 -> sandbox.gitMayFail("rm", "-q", "--cached", "--", name);
            case 6 -> {
                if (Files.exists(file))
                    Files.setPosixFilePermissions(
                            file,
                            PosixFilePermissions.fromString(
                                    random.nextBoolean() ? "rwxr-xr-x" : "rw-r--r--"));
            }
            case 7 -> {
                sandbox.write(name, text);
                sandbox.git("add", "-N", "--", name);
            }
            default -> throw new AssertionError();
        }
    }
}
