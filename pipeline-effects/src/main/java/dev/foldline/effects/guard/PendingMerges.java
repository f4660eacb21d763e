package dev.foldline.effects.guard;

import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * The merges that the runs of a repository have started to land or have landed. No agent makes
 * these moves.
 */
record PendingMerges(Runs runs) {
    private static final String BRANCHES = "refs/heads/";

    /**
     * Returns whether any run intended to move this branch to this commit. Unreadable logs are
     * ignored.
     */
    boolean include(String ref, String commit) {
        try {
            for (RunDirectory run : runs.unordered()) if (isNamedIn(run, ref, commit)) return true;
        } catch (IOException unreadable) {
            return false;
        }
        return false;
    }

    private static boolean isNamedIn(RunDirectory run, String ref, String commit) {
        try {
            return Files.exists(run.events()) && mentions(run, commit) && lands(run, ref, commit);
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Most logs do not mention the commit and need not be parsed. */
    private static boolean mentions(RunDirectory run, String commit) throws IOException {
        try (var lines = Files.lines(run.events(), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains(commit));
        }
    }

    private static boolean lands(RunDirectory run, String ref, String commit) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                Event event =
                        line.event(
                                (bytes, offset, length) ->
                                        Wire.event(line.version(), bytes, offset, length));
                if (event instanceof EffectStarted(_, LandMerge landing)
                        && landing.candidate()
                                .exists(
                                        merge ->
                                                merge.commit().equals(commit)
                                                        && ref.equals(BRANCHES + merge.target())))
                    return true;
                if (event instanceof MergeLanded(_, var target, var merge)
                        && merge.equals(commit)
                        && ref.equals(BRANCHES + target)) return true;
            }
            return false;
        }
    }
}
