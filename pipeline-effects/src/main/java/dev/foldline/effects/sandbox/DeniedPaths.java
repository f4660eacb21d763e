package dev.foldline.effects.sandbox;

import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The paths that a call could not write, as its programs report them. A sandbox sees no denied
 * access itself; nearly all programs print the system's reason for it.
 */
final class DeniedPaths {
    private static final int PATHS_MAX = 3;

    /** Some programs name the path a few lines before the reason. */
    private static final int LINES_BEFORE = 3;

    private static final Pattern REASON =
            Pattern.compile("read-only file ?system|\\bEROFS\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINE_END = Pattern.compile("\\R|\\\\n");
    private static final Pattern PATH =
            Pattern.compile("(?<![\\w./~-])/[^\\s'\"`‘’“”:,;()\\[\\]{}<>|*?\\\\]+");
    private static final Vector<Path> OF_THE_SYSTEM =
            Vector.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

    private DeniedPaths() {}

    /** Returns the paths to grant so that the call can write, {@value #PATHS_MAX} at most. */
    static Vector<String> in(String printed, Path home) {
        var lines = Vector.of(LINE_END.split(printed));
        Set<String> found = LinkedHashSet.empty();
        for (int at = 0; at < lines.size(); at++)
            if (REASON.matcher(lines.get(at)).find())
                found = found.addAll(nearest(lines.subSequence(0, at + 1), home));
        return found.toVector().take(PATHS_MAX);
    }

    /** The path in the last of these lines that has one. */
    private static Vector<String> nearest(Vector<String> lines, Path home) {
        return lines.reverse()
                .take(LINES_BEFORE + 1)
                .map(line -> Vector.ofAll(PATH.matcher(line).results().map(each -> each.group())))
                .map(paths -> paths.map(DeniedPaths::parsed).flatMap(path -> granted(path, home)))
                .find(paths -> !paths.isEmpty())
                .map(paths -> paths.take(1))
                .getOrElse(Vector.empty());
    }

    private static Path parsed(String path) {
        return Path.of(path.replaceAll("[./]+$", "/")).normalize();
    }

    /** The folder of the program that wanted to write; nothing if no grant would help. */
    private static Vector<String> granted(Path path, Path home) {
        if (Vector.ofAll(path).exists(part -> part.toString().equals(".git")))
            return Vector.empty();
        if (path.startsWith(home)) {
            var below = home.relativize(path);
            return path.equals(home)
                    ? Vector.empty()
                    : Vector.of(
                            "~/" + below.subpath(0, Math.min(depth(below), below.getNameCount())));
        }
        var folder = path.getParent();
        return folder == null
                        || folder.getNameCount() == 0
                        || OF_THE_SYSTEM.exists(path::startsWith)
                ? Vector.empty()
                : Vector.of(folder.toString());
    }

    /** How many names lead to a program's own folder. */
    private static int depth(Path below) {
        return switch (below.getName(0).toString()) {
            case ".cache", ".config" -> 2;
            case ".local" -> 3;
            default -> 1;
        };
    }

    /** Returns what a user can do about them, for the log. */
    static Vector<String> notes(String printed, Path home) {
        return in(printed, home)
                .map(
                        path ->
                                "the sandbox did not let the call write "
                                        + path
                                        + "; to allow it: foldline sandbox allow "
                                        + path);
    }
}
