package dev.foldline.effects.git.local;

import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.DirtyPath.Change;
import dev.foldline.effects.git.command.PathNames;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A line of {@code git status --porcelain=v2 -z} without renames.
 *
 * @param kind {@code 1} changed, {@code u} unmerged, {@code ?} untracked
 * @param code the two letters for index and working tree
 * @param ourMode the mode in HEAD (of an unmerged path, on the run's side); all zeros if it does
 *     not exist
 * @param ourHash the object in HEAD (or on the run's side)
 * @param onDisk whether the path exists in the working tree
 */
record StatusEntry(
        char kind, String code, String ourMode, String ourHash, boolean onDisk, String path) {

    static final String NO_MODE = "000000";

    static List<StatusEntry> parse(byte[] output) {
        var entries = new ArrayList<StatusEntry>();
        for (byte[] line : PathNames.splitAtZeros(output)) {
            char kind = (char) line[0];
            if (kind == '?')
                entries.add(new StatusEntry('?', "??", NO_MODE, "", true, pathAfter(line, 1)));
            if (kind == '1') entries.add(changed(line));
            if (kind == 'u') entries.add(unmerged(line));
        }
        return entries;
    }

    /** Returns an entry that git does not report itself. */
    static StatusEntry hidden(String path) {
        return new StatusEntry('?', "??", NO_MODE, "", true, path);
    }

    /** Returns the folders that git ignores as a whole. */
    static List<String> ignoredFolders(byte[] output) {
        return PathNames.splitAtZeros(output).stream()
                .filter(line -> line[0] == '!' && line[line.length - 1] == '/')
                .map(line -> pathAfter(line, 1))
                .toList();
    }

    /** Returns a copy for the removed path. */
    StatusEntry gone() {
        return new StatusEntry(kind, code, ourMode, ourHash, false, path);
    }

    boolean untracked() {
        return kind == '?';
    }

    /**
     * Git lists the folder instead of its files if it is a repository; it never adds an entry named
     * like a repository.
     */
    boolean isRepository() {
        return untracked() && (path.endsWith("/") || path.endsWith("/.git"));
    }

    boolean indexDiffersFromHead() {
        return kind == 'u' || (kind == '1' && code.charAt(0) != '.');
    }

    boolean fileDiffersFromIndex() {
        return kind != '1' || code.charAt(1) != '.';
    }

    DirtyPath dirty() {
        return new DirtyPath(path, change(), code);
    }

    private Change change() {
        if (kind == 'u') return Change.UNMERGED;
        if (untracked()) return Change.UNTRACKED;
        if (!onDisk) return Change.DELETED;
        return ourMode.equals(NO_MODE) ? Change.ADDED : Change.MODIFIED;
    }

    /** {@code 1 XY sub mH mI mW hH hI path}. */
    private static StatusEntry changed(byte[] line) {
        String[] word = words(line, 8);
        return new StatusEntry(
                '1', word[1], word[3], word[6], !word[5].equals(NO_MODE), pathAfter(line, 8));
    }

    /** {@code u XY sub m1 m2 m3 mW h1 h2 h3 path}. */
    private static StatusEntry unmerged(byte[] line) {
        String[] word = words(line, 10);
        return new StatusEntry(
                'u', word[1], word[4], word[8], !word[6].equals(NO_MODE), pathAfter(line, 10));
    }

    private static String[] words(byte[] line, int count) {
        return new String(line, StandardCharsets.ISO_8859_1).split(" ", count + 1);
    }

    private static String pathAfter(byte[] line, int spaces) {
        int at = 0;
        for (int seen = 0; seen < spaces; at++) {
            if (line[at] == ' ') seen++;
        }
        return PathNames.decode(Arrays.copyOfRange(line, at, line.length));
    }
}
