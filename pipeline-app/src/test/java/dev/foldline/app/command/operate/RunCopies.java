package dev.foldline.app.command.operate;

import dev.foldline.app.repository.RunLog;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Many runs of a repository, each a copy of one that was really driven: with an id and a log of its
 * own, as if it had been begun some minutes before the last.
 */
public final class RunCopies {
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?Z");
    private static final Duration APART = Duration.ofMinutes(10);

    private RunCopies() {}

    /** Makes so many copies of a run, each of them older than the last. */
    public static void make(Runs runs, RunDirectory original, int count, long seed)
            throws IOException {
        var random = new Random(seed);
        for (int number = 1; number <= count; number++)
            make(runs, original, RunId.draw(random), APART.multipliedBy(number));
    }

    /** Makes a copy of a run that was begun so much earlier. */
    public static void make(Runs runs, RunDirectory original, RunId id, Duration earlier)
            throws IOException {
        var copy = runs.directory(id);
        UnaryOperator<String> rewritten =
                text ->
                        TIME.matcher(text.replace(original.id().text(), id.text()))
                                .replaceAll(
                                        at -> Instant.parse(at.group()).minus(earlier).toString());
        copied(original.path(), copy.path(), rewritten);
        var log = new MemoryEventLog();
        var saved =
                new SnapshotFile(original.snapshot(), RunLog.SNAPSHOT_STAMP)
                        .load(original.events());
        try (var reader = LogReader.open(original.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                var at =
                        log.append(
                                new LogEntry(
                                        line.at().minus(earlier),
                                        line.ticket(),
                                        line.rule(),
                                        line.message(),
                                        rewritten.apply(line.event())));
                if (saved.isPresent() && saved.get().at().seq() == line.seq())
                    new SnapshotFile(copy.snapshot(), RunLog.SNAPSHOT_STAMP)
                            .save(new Snapshot(at, rewritten.apply(saved.get().state())));
            }
        }
        Files.write(copy.events(), log.bytes());
        HeadFile.reset(copy.events(), log.end());
    }

    /** All but the log, its head and its snapshot, whose lines have checksums. */
    private static void copied(Path from, Path to, UnaryOperator<String> rewritten)
            throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(target);
                else if (!file.endsWith("events.jsonl")
                        && !file.endsWith("events.head")
                        && !file.endsWith("snapshot.json"))
                    Files.writeString(
                            target,
                            rewritten.apply(Files.readString(file, StandardCharsets.ISO_8859_1)),
                            StandardCharsets.ISO_8859_1);
            }
        }
    }

    /**
     * Makes copies of the latest run of a repository.
     *
     * @param given the repository, how many copies, and a seed
     */
    public static void main(String[] given) throws IOException {
        var runs = Runs.of(Path.of(given[0]).resolve(".git").toRealPath());
        make(
                runs,
                runs.newestFirst().getFirst(),
                Integer.parseInt(given[1]),
                Long.parseLong(given[2]));
    }
}
