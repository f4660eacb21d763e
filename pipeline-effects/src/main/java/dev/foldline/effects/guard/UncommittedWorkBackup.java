package dev.foldline.effects.guard;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;

/** Saves the user's uncommitted work under the run's private ref, always in its latest version. */
public final class UncommittedWorkBackup {
    private static final String MESSAGE = "Uncommitted work before run ";

    private UncommittedWorkBackup() {}

    /**
     * Saves all uncommitted work at the start of the run. Work saved by an earlier attempt is kept
     * under another name.
     */
    public static void begin(RunContext run, Vector<String> kept) throws IOException {
        if (kept.isEmpty() || holds(run, run.keptRef(), kept)) return;
        var git = run.git();
        var earlier = git.resolve(run.keptRef());
        if (earlier.isPresent()
                && git.keepCommit(run.keptRef() + "-" + earlier.get(), earlier.get()))
            git.restoreRef(run.keptRef(), earlier, Optional.empty());
        git.saveWork(run.keptRef(), MESSAGE + run.run(), Exclusions.engine());
    }

    /** Returns whether all of it is saved in its current version. */
    public static boolean isSafe(RunContext run, Vector<String> kept) throws IOException {
        return kept.isEmpty() || holds(run, run.keptRef(), kept);
    }

    /**
     * Saves later changes by the user before an agent starts, and returns the ref with the latest
     * version.
     */
    static String renew(RunContext run, long ticket, Vector<String> kept) throws IOException {
        var latest = latest(run);
        if (kept.isEmpty() || holds(run, latest, kept)) return latest;
        var renewed = run.keptRef() + "-" + ticket;
        return run.git().savePaths(renewed, MESSAGE + run.run(), kept.asJava())
                        instanceof SaveOutcome.Saved
                ? renewed
                : latest;
    }

    private static boolean holds(RunContext run, String ref, Vector<String> kept)
            throws IOException {
        var saved = run.git().resolve(ref);
        return saved.isPresent() && run.git().changedSince(saved.get(), kept.asJava()).isEmpty();
    }

    private static String latest(RunContext run) throws IOException {
        var prefix = run.keptRef() + "-";
        var renewals =
                run.git().ground().facts().keySet().stream()
                        .filter(ref -> ref.startsWith(prefix))
                        .map(ref -> ref.substring(prefix.length()))
                        .filter(suffix -> suffix.matches("[0-9]{1,18}"));
        return renewals.max(Comparator.comparingLong(Long::parseLong))
                .map(ticket -> prefix + ticket)
                .orElse(run.keptRef());
    }
}
