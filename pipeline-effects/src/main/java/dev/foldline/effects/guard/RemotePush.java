package dev.foldline.effects.guard;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.RepositoryFingerprint.Moved;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tells a push of the run's work from what else moves a remote-tracking branch, such as a fetch, or
 * a push by the user or by another run.
 */
record RemotePush(RunContext run, RepositorySnapshot before) {
    private static final String BRANCHES = "refs/heads/";
    private static final String PUSHED = "update by push";

    /** Returns whether a push of this run's work explains the move. */
    boolean moved(Moved ref) {
        return ref.after()
                .filter(commit -> isOfRun(commit) || isLogged(ref.what(), commit))
                .isPresent();
    }

    /** Returns whether HEAD has the commit, and no other branch had it before the call. */
    private boolean isOfRun(String commit) {
        try {
            return run.git().isAncestor(commit, run.git().head().commit())
                    && isInNone(commit, others(before.ground().toJavaMap()));
        } catch (IOException noCommit) {
            return false;
        }
    }

    /** Returns whether git logged a push of work that was made after the start of the call. */
    private boolean isLogged(String ref, String commit) {
        try {
            var log = run.git().place().commonFolder().resolve("logs").resolve(ref);
            return run.git().isAncestor(before.refs().commit(), commit)
                    && hasPush(log, commit)
                    && isInNone(commit, others(run.git().ground().facts()));
        } catch (IOException noCommit) {
            return false;
        }
    }

    private static boolean hasPush(Path log, String commit) throws IOException {
        if (!Files.isRegularFile(log)) return false;
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.endsWith(PUSHED))
                    .map(line -> line.split(" ", 3))
                    .anyMatch(words -> words.length == 3 && words[1].equals(commit));
        }
    }

    private Stream<String> others(Map<String, String> refs) {
        return refs.entrySet().stream()
                .filter(each -> each.getKey().startsWith(BRANCHES))
                .filter(each -> !each.getKey().equals(before.refs().own()))
                .map(Map.Entry::getValue);
    }

    private boolean isInNone(String commit, Stream<String> branches) throws IOException {
        for (var branch : branches.toList()) if (run.git().isAncestor(commit, branch)) return false;
        return true;
    }
}
