package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitReads.Place;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files in git's folder that mark an unfinished operation. */
public final class OperationInProgress {
    private static final String BISECT = "bisect";
    private static final Map<String, String> MARKS = marks();

    private OperationInProgress() {}

    /**
     * Returns the git name of the unfinished operation: merge, rebase, cherry-pick, revert, am,
     * bisect.
     */
    public static Optional<String> in(Place place) {
        return MARKS.entrySet().stream()
                .filter(mark -> Files.exists(place.gitFolder().resolve(mark.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the command that ends the operation. */
    public static String remedy(String operation) {
        return operation.equals(BISECT)
                ? "git bisect reset"
                : "git " + operation + " --continue, or git " + operation + " --abort";
    }

    private static Map<String, String> marks() {
        var marks = new LinkedHashMap<String, String>();
        marks.put("rebase-merge", "rebase");
        marks.put("rebase-apply/applying", "am");
        marks.put("rebase-apply", "rebase");
        marks.put("MERGE_HEAD", "merge");
        marks.put("CHERRY_PICK_HEAD", "cherry-pick");
        marks.put("REVERT_HEAD", "revert");
        marks.put("BISECT_LOG", BISECT);
        return marks;
    }
}
