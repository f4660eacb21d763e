package dev.foldline.app.server;

import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Life;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The workflows that a server was driving when it was told to go, for the next one to go on with. Each is named with the number
 * of its driver: whatever somebody else has driven or held since is theirs.
 */
record Handover(Runs runs) {
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\d{1,18})");

    private Path file() { return runs.root().resolve("server.handover"); }

    /** Written before they are told to pause, so that no death in between loses one. */
    void leave(Vector<RunId> driven) throws IOException {
        var lines = driven.map(runs::directory).flatMap(run -> state(run).filter(state -> state.life() instanceof Life.Running)
                .map(state -> run.id() + " " + state.header().epoch()));
        AtomicFile.write(file(), lines.mkString("\n") + "\n");
    }

    /** Those that are still as they were left. */
    Vector<RunDirectory> found() throws IOException {
        try {
            return Vector.ofAll(Files.readAllLines(file())).flatMap(this::run);
        } catch (NoSuchFileException none) {
            return Vector.empty();
        }
    }

    private Option<RunDirectory> run(String line) {
        var words = LINE.matcher(line);
        if (!words.matches() || !RunId.isRunId(words.group(1))) return Option.none();
        var run = runs.directory(new RunId(words.group(1)));
        return Option.of(run).filter(_ -> state(run).exists(state -> state.life() instanceof Life.Paused && state.header().epoch() == Long.parseLong(words.group(2))));
    }

    /** All are taken up. */
    void done() throws IOException { Files.deleteIfExists(file()); }

    private static Option<PipelineState> state(RunDirectory run) {
        try {
            return Option.of(History.open(run).latest().state());
        } catch (IOException | UserError unreadable) {
            return Option.none();
        }
    }
}
