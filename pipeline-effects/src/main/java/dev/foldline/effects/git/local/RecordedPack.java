package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;

import io.vavr.collection.Vector;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The objects of a recording, packed without the history before the run.
 *
 * @param objects the hash of each object, with its path if it has one: {@code HASH PATH}
 * @param tip the commit of the recording's ref
 * @param shallow the commits whose parents are left out
 */
public record RecordedPack(Vector<String> objects, String tip, Vector<String> shallow) {

    /**
     * Lists the objects of a recording.
     *
     * @param folder the git folder
     * @param ref the ref of the recording
     * @param starts commits from which the run started; the history before their last common commit
     *     is left out
     */
    public static RecordedPack of(
            GitOptions options, Path folder, String ref, Vector<String> starts) throws GitFault {
        var common =
                GitCommand.in(
                                options,
                                folder,
                                Vector.of("merge-base", "--octopus")
                                        .appendAll(starts)
                                        .toJavaArray(String[]::new))
                        .run();
        var older =
                common.succeeded()
                        ? lines(
                                GitCommand.in(
                                                options,
                                                folder,
                                                "rev-parse",
                                                common.text().lines().findFirst().orElseThrow()
                                                        + "^@")
                                        .succeed()
                                        .text())
                        : Vector.<String>empty();
        var commits =
                lines(
                                GitCommand.in(options, folder, "rev-list", "--parents", "--stdin")
                                        .fed(
                                                input(
                                                        Vector.of(ref)
                                                                .appendAll(starts)
                                                                .appendAll(
                                                                        older.map(
                                                                                each ->
                                                                                        "^"
                                                                                                + each))))
                                        .succeed()
                                        .text())
                        .map(line -> Vector.of(line.split(" ")));
        var hashes = commits.map(Vector::head).toSet();
        var objects =
                lines(
                        GitCommand.in(
                                        options,
                                        folder,
                                        "rev-list",
                                        "--objects",
                                        "--no-walk=unsorted",
                                        "--stdin")
                                .fed(input(hashes.toVector()))
                                .succeed()
                                .text());
        return new RecordedPack(
                objects,
                GitCommand.in(options, folder, "rev-parse", ref).succeed().text(),
                commits.filter(commit -> !commit.tail().forAll(hashes::contains))
                        .map(Vector::head));
    }

    private static Vector<String> lines(String text) {
        return Vector.ofAll(text.lines().filter(line -> !line.isBlank()).toList());
    }

    private static byte[] input(Vector<String> lines) {
        return lines.mkString("", "\n", "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the same without some objects; what is left cannot be replayed. */
    public RecordedPack without(Vector<String> hashes) {
        return new RecordedPack(
                objects.filter(object -> !hashes.contains(hashOf(object))), tip, shallow);
    }

    /** Returns the hash in an entry. */
    public static String hashOf(String object) {
        int space = object.indexOf(' ');
        return space < 0 ? object : object.substring(0, space);
    }

    /** Returns the path in an entry; empty if it has none. */
    public static String pathOf(String object) {
        int space = object.indexOf(' ');
        return space < 0 ? "" : object.substring(space + 1);
    }

    /** Returns the pack. */
    public byte[] bytes(GitOptions options, Path folder) throws GitFault {
        return GitCommand.in(options, folder, "pack-objects", "--stdout", "-q")
                .fed(input(objects.map(RecordedPack::hashOf)))
                .succeed()
                .out();
    }

    /** Adds a pack to a repository; a damaged one is refused. */
    public static void install(GitOptions options, Path folder, byte[] pack) throws GitFault {
        GitCommand.in(options, folder, "index-pack", "--stdin").fed(pack).succeed();
    }
}
