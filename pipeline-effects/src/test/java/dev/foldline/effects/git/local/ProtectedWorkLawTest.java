package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Whatever a user has left uncommitted, in the index or on disk, and whatever an agent does
 * elsewhere: after a commit of ours the user's work is as it was, and the agent's is all in the
 * commit.
 */
class ProtectedWorkLawTest {
    private static final int FILES = 12;

    @TempDir Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(
                1, Integer.getInteger("foldline.git.seeds", Thorough.ALL ? 15 : 4));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void uncommitted_work_is_neither_committed_nor_changed(long seed) throws IOException {
        var random = new Random(seed);
        try (var sandbox = Sandbox.repository(folder)) {
            for (int file = 0; file < FILES; file++) {
                sandbox.write("mine/" + file, "mine " + file + "\n")
                        .write("agents/" + file, "agent's " + file + "\n");
            }
            sandbox.commitByHand("a start for both");
            for (int step = 0; step < 15; step++) meddle(sandbox, "mine/", random);
            var mine =
                    sandbox.open().dirty(ENGINE).stream()
                            .map(DirtyPath::path)
                            .toArray(String[]::new);
            var before = view(sandbox, "mine");
            for (int step = 0; step < 15; step++) meddle(sandbox, "agents/", random);

            var staged = sandbox.open().workTree(ENGINE.and(List.of(mine)));
            var outcome = sandbox.commit(mine);

            assertThat(view(sandbox, "mine")).isEqualTo(before);
            assertThat(sandbox.git("status", "--porcelain", "--", "agents")).isEmpty();
            if (outcome instanceof Committed(var commit)) {
                assertThat(commit.tree()).isEqualTo(staged);
                assertThat(sandbox.open().changedPaths(commit.parents().getFirst(), commit.hash()))
                        .allMatch(path -> path.startsWith("agents"));
            }
        }
    }

    /**
     * All that git shows of a folder: the index by content, the files by content, and how they
     * differ.
     */
    private static List<String> view(Sandbox sandbox, String part) throws IOException {
        var view = new ArrayList<String>();
        view.add(sandbox.git("status", "--porcelain=v2", "--untracked-files=all", "--", part));
        String index = sandbox.git("ls-files", "--stage", "--debug", "--", part);
        view.add(index.replaceAll("(?m)^ .*(time|dev|uid|size).*$", ""));
        view.add(sandbox.git("diff", "--binary", "--", part));
        return view;
    }

    private static void meddle(Sandbox sandbox, String prefix, Random random) throws IOException {
        String path = prefix + random.nextInt(FILES);
        Path file = sandbox.root.resolve(path);
        switch (random.nextInt(9)) {
            case 0, 1 -> writeFile(sandbox, path, "changed " + random.nextInt(1000));
            case 2 -> writeFile(sandbox, path + "-new", "new " + random.nextInt(1000));
            case 3 -> remove(random.nextBoolean() ? file : sandbox.root.resolve(path + "-new"));
            case 4 -> sandbox.gitMayFail("add", "-A", "--", path);
            case 5 -> sandbox.gitMayFail("rm", "-q", "--cached", "-r", "--", path);
            case 6 -> sandbox.gitMayFail("mv", path, path + "-moved-" + random.nextInt(1000));
            case 7 -> sandbox.gitMayFail("add", "--intent-to-add", "--", path + "-new");
            case 8 -> becomeAnother(sandbox, path, random);
            default -> throw new AssertionError();
        }
    }

    private static void becomeAnother(Sandbox sandbox, String path, Random random)
            throws IOException {
        Path file = sandbox.root.resolve(path);
        remove(file);
        Files.createDirectories(sandbox.root.resolve(path).toAbsolutePath().getParent());
        switch (random.nextInt(3)) {
            case 0 -> Files.createSymbolicLink(file, Path.of("nowhere"));
            case 1 -> sandbox.write(path + "/deep/x", "now a folder");
            case 2 -> assertThat(sandbox.write(path, "#!/bin/sh\n").makeExecutable(path)).isTrue();
            default -> throw new AssertionError();
        }
    }

    private static void writeFile(Sandbox sandbox, String path, String content) throws IOException {
        remove(sandbox.root.resolve(path));
        sandbox.write(path, content + "\n");
    }

    private static void remove(Path path) throws IOException {
        if (!Files.isSymbolicLink(path) && Files.isDirectory(path)) {
            try (var below = Files.list(path)) {
                for (Path one : below.toList()) remove(one);
            }
        }
        Files.deleteIfExists(path);
    }
}
