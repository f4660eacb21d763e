package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.machine.Thorough;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A mixed tree has the tests of one tree and everything else of the other, whatever kind of files
 * they are and in whatever order they are named.
 */
class MixedTreeLawTest {
    private static final Vector<String> PATHS =
            Vector.of(
                    "code",
                    "code/a.py",
                    "code/test_a.py",
                    "tests",
                    "tests/a",
                    "tests/a/b",
                    "tests/with space",
                    "tests/with\nnewline",
                    "\"quoted\"",
                    "-dash",
                    "ünïcode/*.txt");

    @TempDir Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.ALL ? 200 : 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_tests_are_of_one_tree_and_the_rest_of_the_other(long seed) throws IOException {
        var random = new Random(seed);
        try (var at = HandlerFixture.in(folder)) {
            var base = tree(at, random);
            var tree = tree(at, random);
            var changed = Vector.ofAll(at.git.changedPaths(base, tree));
            var tests = changed.filter(_ -> random.nextInt(3) > 0);

            assertThat(entries(at, mixed(at, Trial.OLD_TESTS, base, tree, tests)))
                    .isEqualTo(overlaid(entries(at, tree), entries(at, base), tests));
            var mixed = mixed(at, Trial.NEW_TESTS, base, tree, tests);
            assertThat(entries(at, mixed))
                    .isEqualTo(overlaid(entries(at, base), entries(at, tree), tests));
            assertThat(mixed(at, Trial.NEW_TESTS, base, tree, shuffled(tests, random)))
                    .isEqualTo(mixed);

            assertThat(mixed(at, Trial.CONTROL, base, tree, tests)).isEqualTo(tree);
            assertThat(mixed(at, Trial.OLD_TESTS, base, tree, Vector.empty())).isEqualTo(tree);
            assertThat(mixed(at, Trial.NEW_TESTS, base, tree, Vector.empty())).isEqualTo(base);
            assertThat(mixed(at, Trial.OLD_TESTS, base, tree, changed)).isEqualTo(base);
            assertThat(mixed(at, Trial.NEW_TESTS, base, tree, changed)).isEqualTo(tree);
        }
    }

    /** Whether a test was added, changed or removed does not matter. */
    private static String mixed(
            HandlerFixture at, Trial trial, String base, String tree, Vector<String> tests)
            throws IOException {
        int third = tests.size() / 3;
        var changes =
                new TestChanges(
                        tests.take(third),
                        tests.slice(third, 2 * third),
                        tests.drop(2 * third).appendAll(tests.take(1)));
        return MixedTree.of(trial, base, tree, changes).write(at.git);
    }

    private static Map<String, String> overlaid(
            Map<String, String> code, Map<String, String> tests, Vector<String> paths) {
        var result = code.removeAll(paths);
        for (var path : paths) {
            if (!tests.containsKey(path)) continue;
            result =
                    result.rejectKeys(
                                    other ->
                                            other.startsWith(path + "/")
                                                    || path.startsWith(other + "/"))
                            .put(path, tests.get(path).get());
        }
        return result;
    }

    /** Returns mode and content of each path. */
    private static Map<String, String> entries(HandlerFixture at, String tree) throws IOException {
        return Vector.of(at.git("ls-tree", "-r", "-z", tree).split("\0"))
                .reject(String::isEmpty)
                .toMap(
                        line ->
                                PathNames.decode(
                                        GitCommand.utf8(line.substring(line.indexOf('\t') + 1))),
                        line -> line.substring(0, line.indexOf('\t')));
    }

    private static Vector<String> shuffled(Vector<String> paths, Random random) {
        var list = new ArrayList<>(paths.asJava());
        Collections.shuffle(list, random);
        return Vector.ofAll(list);
    }

    private static String tree(HandlerFixture at, Random random) throws IOException {
        at.git("rm", "-r", "-q", "--force", ".");
        for (var path : shuffled(PATHS, random)) {
            if (random.nextInt(3) > 0) write(at.root.resolve(path), random.nextInt(6));
        }
        at.git("add", "-A");
        return at.git("write-tree");
    }

    /** Writes it unless a file is in the place of its folder, or a folder in its own. */
    private static void write(Path file, int kind) throws IOException {
        try {
            Files.createDirectories(file.getParent());
            if (kind == 0) Files.createSymbolicLink(file, Path.of("nowhere"));
            else
                Files.writeString(
                        file, "content " + kind % 2 + "\n", StandardOpenOption.CREATE_NEW);
            if (kind > 3 && !file.toFile().setExecutable(true)) throw new IOException("no mode");
        } catch (FileSystemException taken) {
            // Another path has its place.
        }
    }
}
