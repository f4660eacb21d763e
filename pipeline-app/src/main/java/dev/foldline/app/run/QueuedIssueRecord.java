package dev.foldline.app.run;

import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The issue of a queue that a run was started for. It is written before the run's first event.
 *
 * @param labelling the time that the label was set that it was started for
 * @param isFinished whether the issue was released after the run's end
 */
public record QueuedIssueRecord(long issue, long labelling, boolean isFinished) {
    private static final String FILE = "issue";
    private static final Pattern FORM =
            Pattern.compile("issue (\\d{1,18})\\nlabelling (\\d{1,18})\\n(finished\\n)?");

    /** Returns the record of a run; none if it was not started for a queue. */
    public static Option<QueuedIssueRecord> of(RunDirectory run) throws IOException {
        try {
            var read = FORM.matcher(Files.readString(file(run)));
            return Option.when(
                    read.matches(),
                    () ->
                            new QueuedIssueRecord(
                                    Long.parseLong(read.group(1)),
                                    Long.parseLong(read.group(2)),
                                    read.group(3) != null));
        } catch (NoSuchFileException notQueued) {
            return Option.none();
        }
    }

    public QueuedIssueRecord finished() {
        return new QueuedIssueRecord(issue, labelling, true);
    }

    public void write(RunDirectory run) throws IOException {
        AtomicFile.write(
                file(run),
                "issue "
                        + issue
                        + "\nlabelling "
                        + labelling
                        + "\n"
                        + (isFinished ? "finished\n" : ""));
    }

    private static Path file(RunDirectory run) {
        return run.path().resolve(FILE);
    }
}
