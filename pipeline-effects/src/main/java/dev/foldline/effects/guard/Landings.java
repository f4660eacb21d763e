package dev.foldline.effects.guard;

import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** The merges that runs of a repository have prepared, and have begun to land. No agent makes these moves. */
record Landings(Runs runs) {
    private static final String BRANCHES = "refs/heads/";

    /** Whether a run, whichever, was to move this branch, or its own ref of a merge, to this commit. What cannot be read says nothing. */
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

    /** Most logs do not, and need not be understood. */
    private static boolean mentions(RunDirectory run, String commit) throws IOException {
        try (var lines = Files.lines(run.events(), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains(commit));
        }
    }

    private static boolean lands(RunDirectory run, String ref, String commit) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof Reading.Line(var line)) {
                Event event = line.event((bytes, offset, length) -> Wire.event(line.version(), bytes, offset, length));
                if (event instanceof EffectStarted(_, LandMerge landing) && landing.candidate().exists(merge ->
                        merge.commit().equals(commit) && ref.equals(BRANCHES + merge.target()))) return true;
                if (event instanceof MergePrepared(var ticket, var head, var merge) && (head.equals(commit) || merge.commit().equals(commit))
                        && ref.equals(RunContext.mergeRef(run.id().text(), ticket))) return true;
            }
            return false;
        }
    }
}
