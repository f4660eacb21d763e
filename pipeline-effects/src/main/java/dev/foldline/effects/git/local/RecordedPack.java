package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;

import io.vavr.collection.Vector;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The objects of recordings, to be packed.
 *
 * @param objects the hash of each object, with its path in the recording if it has one: {@code HASH
 *     PATH}
 */
public record RecordedPack(Vector<String> objects) {
    private static final int FOLDERS = 3;

    /**
     * Lists the objects of recordings.
     *
     * @param folder the git folder
     * @param refs the refs of the recordings
     */
    public static RecordedPack of(GitOptions options, Path folder, Vector<String> refs)
            throws GitFault {
        return new RecordedPack(
                lines(
                        GitCommand.in(options, folder, "rev-list", "--objects", "--stdin")
                                .fed(input(refs))
                                .succeed()
                                .text()));
    }

    private static Vector<String> lines(String text) {
        return Vector.ofAll(text.lines().filter(line -> !line.isBlank()).toList());
    }

    private static byte[] input(Vector<String> lines) {
        return lines.mkString("", "\n", "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the same without some objects; what is left cannot be replayed. */
    public RecordedPack without(Vector<String> hashes) {
        return new RecordedPack(objects.filter(object -> !hashes.contains(hashOf(object))));
    }

    /** Returns the hash in an entry. */
    public static String hashOf(String object) {
        int space = object.indexOf(' ');
        return space < 0 ? object : object.substring(0, space);
    }

    /** Returns the path of a recorded file in its tree, or the name of a recorded commit. */
    public static String nameOf(String object) {
        var path = Vector.of(object.substring(object.indexOf(' ') + 1).split("/"));
        return path.head().equals("commits")
                ? "commit " + path.last()
                : path.drop(FOLDERS).mkString("/");
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
