package dev.foldline.app.repository;

import dev.foldline.app.output.Printable;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContents;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Names what is in a working tree and in no commit. */
public final class LocalContentFormatter {
    private static final int NAMES_MAX = 8;

    private LocalContentFormatter() {}

    /** Returns what is in no commit, as named rows: what is the user's, and what has come since. */
    public static Vector<Tuple2<String, String>> rows(LocalContents local) {
        var yours =
                local.excludedPaths().isEmpty()
                        ? Option.<Tuple2<String, String>>none()
                        : Option.of(
                                Tuple.of("yours", paths(local.excludedPaths()) + ", in no commit"));
        return local.left().isEmpty()
                ? yours.toVector()
                : yours.toVector().append(Tuple.of("left out", names(local.left())));
    }

    /** {@code ; not in the commit: vendored/ (ignored)}, or nothing. */
    public static String leftOut(Vector<LocalContent> local) {
        return local.isEmpty() ? "" : "; not in the commit: " + names(local);
    }

    /** {@code vendored/ (ignored), libs/lib (changed inside the submodule)}. */
    public static String names(Vector<LocalContent> local) {
        return few(local.map(each -> Printable.line(each.name()) + " (" + why(each) + ")"));
    }

    /** The same without the reasons. */
    public static String paths(Vector<String> paths) {
        return few(paths.map(Printable::line));
    }

    private static String few(Vector<String> names) {
        return names.take(NAMES_MAX).mkString(", ")
                + (names.size() > NAMES_MAX ? " and " + (names.size() - NAMES_MAX) + " more" : "");
    }

    private static String why(LocalContent local) {
        return switch (local.kind()) {
            case IGNORED -> "ignored";
            case UNTRACKED -> "untracked";
            case SUBMODULE -> "changed inside the submodule";
            case UNWATCHED -> "changed, but marked as unchanged in the index";
            case STASH -> "in the stash";
        };
    }
}
