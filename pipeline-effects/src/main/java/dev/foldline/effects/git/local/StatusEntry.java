package dev.foldline.effects.git.local;

import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.DirtyPath.Change;
import dev.foldline.effects.git.command.PathNames;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A line of {@code git status --porcelain=v2 -z} without renames.
 *
 * @param kind {@code 1} changed, {@code u} unmerged, {@code ?} untracked
 * @param code the two letters for index and working tree
 * @param ourMode the mode in HEAD (of an unmerged path, on the run's side); all zeros if it does
 *     not exist
 * @param indexMode the mode in the index; all zeros if it does not exist, or is unmerged
 * @param ourHash the object in HEAD (or on the run's side)
 * @param onDisk whether the path exists in the working tree
 */
record StatusEntry(
        char kind,
        String code,
        String ourMode,
        String indexMode,
        String ourHash,
        boolean onDisk,
        String path) {

    static final String NO_MODE = "000000";

    /** Git's own letters have no such code. */
    private static final String TOO_LONG = "LL";

    private static final String LINK_TO_REPOSITORY = "160000";

    private static final Pattern UNREADABLE =
            Pattern.compile(
                    "(?m)^warning: (?:could not open directory|unable to access) '([^'\n]*)"
                            + "(?:': File name too long)?$");

    /** Returns the folders that git could not read because their paths are too long. */
    static List<StatusEntry> tooLong(String messages) {
        // Git cuts off the end of a message that is too long itself.
        return UNREADABLE
                .matcher(messages)
                .results()
                .map(each -> each.group(1).replaceFirst("/(\\.gitignore)?$", ""))
                .distinct()
                .map(path -> new StatusEntry('?', TOO_LONG, NO_MODE, NO_MODE, "", true, path))
                .toList();
    }

    /** Returns whether git cannot read the path because of its length. */
    boolean isTooLong() {
        return code.equals(TOO_LONG);
    }

    /** Returns whether a repository was added to the index that the last commit does not have. */
    boolean isAddedRepository() {
        return kind == '1' && ourMode.equals(NO_MODE) && indexMode.equals(LINK_TO_REPOSITORY);
    }

    static List<StatusEntry> parse(byte[] output) {
        var entries = new ArrayList<StatusEntry>();
        for (byte[] line : PathNames.splitAtZeros(output)) {
            char kind = (char) line[0];
            if (kind == '?') entries.add(hidden(pathAfter(line, 1)));
            if (kind == '1') entries.add(changed(line));
            if (kind == 'u') entries.add(unmerged(line));
        }
        return entries;
    }

    /** Returns an entry that git does not report itself. */
    static StatusEntry hidden(String path) {
        return new StatusEntry('?', "??", NO_MODE, NO_MODE, "", true, path);
    }

    /** Returns what git ignores; folders that it ignores as a whole end with a slash. */
    static List<String> ignored(byte[] output) {
        return PathNames.splitAtZeros(output).stream()
                .filter(line -> line[0] == '!')
                .map(line -> pathAfter(line, 1))
                .toList();
    }

    /** Returns a copy for the removed path. */
    StatusEntry gone() {
        return new StatusEntry(kind, code, ourMode, indexMode, ourHash, false, path);
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
                '1',
                word[1],
                word[3],
                word[4],
                word[6],
                !word[5].equals(NO_MODE),
                pathAfter(line, 8));
    }

    /** {@code u XY sub m1 m2 m3 mW h1 h2 h3 path}. */
    private static StatusEntry unmerged(byte[] line) {
        String[] word = words(line, 10);
        return new StatusEntry(
                'u',
                word[1],
                word[4],
                NO_MODE,
                word[8],
                !word[6].equals(NO_MODE),
                pathAfter(line, 10));
    }

    private static String[] words(byte[] line, int count) {
        return new String(line, StandardCharsets.ISO_8859_1).split(" ", count + 1);
    }

    static String pathAfter(byte[] line, int spaces) {
        int at = 0;
        for (int seen = 0; seen < spaces; at++) {
            if (line[at] == ' ') seen++;
        }
        return PathNames.decode(Arrays.copyOfRange(line, at, line.length));
    }
}
