package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.replay.DamagedRecording;
import dev.foldline.effects.replay.HermeticReplay;
import dev.foldline.effects.replay.RecordedSource;
import dev.foldline.effects.replay.ReplayDivergence;
import dev.foldline.effects.replay.RunBundle;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Replays a recorded run without its outside, and reports whether it is the same. */
final class HermeticCommand {
    private final Console console;

    HermeticCommand(Console console) {
        this.console = console;
    }

    int replay(String name, @Nullable Path into) throws IOException {
        var folder =
                into == null ? RecordedRuns.temporary() : kept(console.resolve(into.toString()));
        var unpacked = RecordedRuns.temporary();
        try {
            return replayed(source(name, unpacked), folder, into != null);
        } finally {
            RecordedRuns.remove(unpacked);
            if (into == null) RecordedRuns.remove(folder);
        }
    }

    private RecordedSource source(String name, Path unpacked) throws IOException {
        var file = console.resolve(name);
        if (!Files.isRegularFile(file)) return RecordedRuns.find(console, name);
        if (RunBundle.isBundle(file))
            return RunBundle.unpack(file, unpacked, GitOptions.from(console.environment()));
        throw new UserError(
                "this file is no bundle of a recorded run",
                file.toString(),
                "make one with: foldline export @ --bundle FILE",
                ExitCode.USAGE);
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

    private int replayed(RecordedSource source, Path folder, boolean stays) throws IOException {
        var run = source.run().id().text();
        try {
            var result =
                    HermeticReplay.replay(
                            source,
                            folder,
                            console.environment(),
                            line -> {
                                if (console.isVerbose()) console.note(line);
                            });
            var exit = RunSummary.of(result.state(), run, false).exit();
            print(run, result, exit, stays ? folder.resolve("repository") : null);
            return ExitCode.DONE.value();
        } catch (DamagedRecording damaged) {
            throw RecordedRuns.refused(source, damaged);
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
            String run, HermeticReplay.Result result, ExitCode exit, @Nullable Path repository) {
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
                            result.events(),
                            "verdict",
                            "equal",
                            "commits",
                            result.commits(),
                            "run_exit",
                            exit.value(),
                            "repository",
                            Optional.ofNullable(repository).map(Path::toString)));
            return;
        }
        console.print(
                "the replay equals the recorded run: "
                        + ValueFormatter.count(result.events(), "event")
                        + ", "
                        + ValueFormatter.count(result.commits(), "commit")
                        + ", exit code "
                        + exit.value()
                        + "\n"
                        + (repository == null ? "" : "repository: " + repository + "\n"));
    }
}
