package dev.foldline.app.run;

import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code foldline log repair} has cut off a log.
 *
 * @param cut the events, in words
 * @param kept the folder that keeps what was left of them
 */
public record PastRepair(String cut, Path kept) {
    /** The file that holds the events in words. */
    static final String NOTE = "cut";

    /** All of a run, the first repair first. */
    public static List<PastRepair> of(RunDirectory run) throws IOException {
        var repairs = new ArrayList<PastRepair>();
        for (int number = 1; Files.exists(folder(run, number)); number++) {
            var note = folder(run, number).resolve(NOTE);
            repairs.add(
                    new PastRepair(
                            Files.exists(note) ? Files.readString(note).strip() : "its last events",
                            folder(run, number)));
        }
        return List.copyOf(repairs);
    }

    /** Where a repair of this number keeps what it cuts off. */
    static Path folder(RunDirectory run, int number) {
        return run.path().resolve("repair-" + number);
    }

    /** Formats the repair as one line. */
    public String text() {
        return cut + " were removed from the log; their remains are in " + kept;
    }
}
