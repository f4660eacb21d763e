package dev.foldline.effects.git.local;

import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.PathNames;

import java.io.ByteArrayOutputStream;

/**
 * Input for {@code git update-index -z --index-info}. Removals come first, so that a file can
 * replace a folder.
 */
final class IndexLines {
    private final String noHash;
    private final ByteArrayOutputStream removals = new ByteArrayOutputStream();
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();

    /**
     * @param noHash zeros in place of a hash
     */
    IndexLines(String noHash) {
        this.noHash = noHash;
    }

    void remove(String path) {
        line(removals, "0 " + noHash, path);
    }

    /** Adds an entry of a tree; without a mode the path is not in the tree. */
    void put(String mode, String hash, String path) {
        remove(path);
        if (!mode.equals(StatusEntry.NO_MODE)) line(entries, mode + " " + hash, path);
    }

    /** Adds an entry as {@link ObjectReads#changedEntries} gives it. */
    void put(String entry, String path) {
        var words = entry.split(" ");
        put(words[0], words[words.length - 1], path);
    }

    boolean empty() {
        return removals.size() == 0;
    }

    byte[] bytes() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(removals.toByteArray());
        all.writeBytes(entries.toByteArray());
        return all.toByteArray();
    }

    private static void line(ByteArrayOutputStream out, String entry, String path) {
        out.writeBytes(GitCommand.utf8(entry + "\t"));
        out.writeBytes(PathNames.encode(path));
        out.write(0);
    }
}
