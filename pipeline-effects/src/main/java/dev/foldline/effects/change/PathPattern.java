package dev.foldline.effects.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A pattern of paths in a repository: {@code **} stands for any folders, {@code *} for any part of
 * one name, {@code ?} for one character.
 *
 * @param isLiteral whether it is a path without wildcards, whatever its characters
 */
public record PathPattern(String text, Vector<String> segments, boolean isLiteral) {
    private static final String ANY_FOLDERS = "**";
    private static final String ANY = "*";

    public static PathPattern of(String text) {
        var segments = Vector.of(text.split("/")).filter(part -> !part.isEmpty());
        return new PathPattern(text, segments, segments.forAll(PathPattern::isPlain));
    }

    static PathPattern literal(String path) {
        return new PathPattern(path, Vector.of(path.split("/")), true);
    }

    /** Returns a name that every path contains that matches, if there is one. */
    Option<String> name() {
        return isLiteral
                ? segments.lastOption()
                : segments.reverseIterator().find(PathPattern::isPlain);
    }

    private static boolean isPlain(String segment) {
        return segment.chars().noneMatch(c -> c == '*' || c == '?');
    }

    /** Returns whether a file, or the folder of all files that match, is at this path. */
    public boolean matches(String path) {
        if (isLiteral) return segments.mkString("/").equals(path);
        var names = path.split("/");
        var reached = new boolean[segments.size() + 1];
        reached[0] = true;
        for (int at = 0; at <= names.length; at++) {
            for (int segment = 0; segment < segments.size(); segment++)
                if (reached[segment] && isFolders(segment)) reached[segment + 1] = true;
            if (at < names.length) reached = after(reached, names[at]);
        }
        return reached[segments.size()];
    }

    /** Returns the positions in the pattern after one more name of the path. */
    private boolean[] after(boolean[] before, String name) {
        var after = new boolean[before.length];
        for (int segment = 0; segment < segments.size(); segment++) {
            if (!before[segment]) continue;
            if (isFolders(segment)) after[segment] = true;
            else if (isMatch(segments.get(segment), name)) after[segment + 1] = true;
        }
        return after;
    }

    private boolean isFolders(int segment) {
        return segments.get(segment).equals(ANY_FOLDERS);
    }

    /** Takes at most the product of both lengths, whatever the pattern. */
    private static boolean isMatch(String pattern, String name) {
        if (pattern.equals(ANY) || pattern.equals(name)) return true;
        int at = 0;
        int in = 0;
        int star = -1;
        int retry = 0;
        while (in < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                retry = in;
            } else if (at < pattern.length()
                    && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(in))) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++retry;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') at++;
        return at == pattern.length();
    }
}
