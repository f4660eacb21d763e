package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.replay.DamagedRecording;
import dev.foldline.effects.replay.HermeticReplay;
import dev.foldline.effects.replay.RecordedSource;
import dev.foldline.effects.replay.RecordingCheck;
import dev.foldline.effects.replay.ReplayDivergence;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Replays a recorded run without its outside, and reports whether it is the same. */
final class HermeticCommand {
    private final Console console;
    private @Nullable Path bundle;

    HermeticCommand(Console console) {
        this.console = console;
    }

    int replay(String name, @Nullable Path into) throws IOException {
        var folder = into == null ? null : kept(console.resolve(into.toString()));
        try (var scratch = RecordedRuns.scratch()) {
            return replayed(
                    source(name, scratch.path().resolve("bundle")),
                    folder == null ? scratch.path().resolve("replay") : folder,
                    folder != null);
        }
    }

    private RecordedSource source(String name, Path unpacked) throws IOException {
        var file = console.resolve(name);
        if (!Files.isRegularFile(file)) return RecordedRuns.find(console, name);
        bundle = file;
        return RecordedRuns.unpacked(console, file, unpacked);
    }

    private UserError refused(RecordedSource source, DamagedRecording damaged) {
        return RecordedRuns.refused(
                source, bundle == null ? source.run().events() : bundle, damaged);
    }

    private static Path kept(Path folder) {
        if (Files.exists(folder))
            throw new UserError(
                    "the folder exists already",
                    folder.toString(),
                    "name a new folder",
                    ExitCode.USAGE);
        return folder;
    }

    /** Every run is checked before the first one starts. */
    private int replayed(RecordedSource source, Path folder, boolean stays) throws IOException {
        var all = family(source);
        for (var each : all) checked(each);
        var results = Vector.<HermeticReplay.Result>empty();
        for (var each : all)
            results =
                    results.append(
                            replayed(
                                    each,
                                    each.equals(source)
                                            ? folder
                                            : folder.resolve(each.run().id().text())));
        print(source.run().id().text(), results, stays ? folder.resolve("repository") : null);
        return ExitCode.DONE.value();
    }

    private Vector<RecordedSource> family(RecordedSource source) throws IOException {
        try {
            return source.family();
        } catch (DamagedRecording damaged) {
            throw refused(source, damaged);
        }
    }

    private void checked(RecordedSource source) throws IOException {
        try {
            RecordingCheck.check(source);
        } catch (DamagedRecording damaged) {
            throw refused(source, damaged);
        }
    }

    private HermeticReplay.Result replayed(RecordedSource source, Path folder) throws IOException {
        var run = source.run().id().text();
        try {
            return HermeticReplay.replay(
                    source,
                    folder,
                    console.environment(),
                    line -> {
                        if (console.isVerbose()) console.note(line);
                    });
        } catch (DamagedRecording damaged) {
            throw refused(source, damaged);
        } catch (ReplayDivergence different) {
            throw new UserError(
                    "the replay differs from the recorded run at event "
                            + different.seq()
                            + ": "
                            + different.getMessage(),
                    run + ":" + different.seq(),
                    "foldline explain " + run + ":" + Math.max(1, different.seq() - 1),
                    ExitCode.DIVERGED);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", stop));
        }
    }

    private void print(
            String run, Vector<HermeticReplay.Result> results, @Nullable Path repository) {
        var exit = RunSummary.of(results.head().state(), run, false).exit();
        var commits = results.map(HermeticReplay.Result::commits).sum().longValue();
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            ReplayCommand.SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "source",
                            run,
                            "seq",
                            results.head().events(),
                            "verdict",
                            "equal",
                            "commits",
                            commits,
                            "children",
                            results.size() - 1,
                            "run_exit",
                            exit.value(),
                            "repository",
                            Optional.ofNullable(repository).map(Path::toString)));
            return;
        }
        console.print(
                "the replay equals the recorded run: "
                        + ValueFormatter.count(
                                results.map(HermeticReplay.Result::events).sum().longValue(),
                                "event")
                        + ", "
                        + ValueFormatter.count(commits, "commit")
                        + (results.size() > 1
                                ? ", " + ValueFormatter.count(results.size() - 1, "child run")
                                : "")
                        + ", exit code "
                        + exit.value()
                        + "\n"
                        + (repository == null ? "" : "repository: " + repository + "\n"));
    }
}
