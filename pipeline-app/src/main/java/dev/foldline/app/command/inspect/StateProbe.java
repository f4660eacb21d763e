package dev.foldline.app.command.inspect;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.Bisection.Verdict;
import dev.foldline.app.repository.Point;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.json.Wire;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Judges states with a shell command: the state is its standard input, its exit code the verdict.
 *
 * @param folder where the command runs
 * @param run what the user calls the run
 */
record StateProbe(Path folder, String command, String run) {
    private static final int SKIP = 125;

    /** Judges the state after an event. */
    Verdict of(Point point) throws IOException, InterruptedException {
        return in(folder, point);
    }

    /** Judges the state in a copy of the files at that point; an event without files is skipped. */
    Verdict in(Git git, Point point) throws IOException, InterruptedException {
        var repository = point.state().ledger().repository();
        Option<String> tree = repository.tree().orElse(repository.head()).orElse(repository.base());
        if (tree.isEmpty()) return Verdict.GOOD;
        var copy = Files.createTempDirectory("foldline-bisect");
        try {
            var files = Files.createDirectory(copy.resolve("files"));
            var aside = git.with(Map.of("GIT_INDEX_FILE", copy.resolve("index").toString()));
            if (!aside.runAsUser("read-tree", tree.get()).succeeded()) return Verdict.SKIP;
            if (!aside.runAsUser("checkout-index", "--all", "--prefix=" + files + "/").succeeded())
                return Verdict.SKIP;
            return in(files, point);
        } finally {
            new ProtectedFolder(copy).remove();
        }
    }

    private Verdict in(Path where, Point point) throws IOException, InterruptedException {
        var state = Files.createTempFile("foldline-state", ".json");
        try {
            Files.writeString(state, Wire.toJson(point.state()) + "\n");
            var builder =
                    new ProcessBuilder("/bin/sh", "-c", command)
                            .directory(where.toFile())
                            .redirectInput(state.toFile())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("FOLDLINE_RUN", run);
            builder.environment().put("FOLDLINE_SEQ", Long.toString(point.seq()));
            return verdict(builder.start().waitFor());
        } finally {
            Files.delete(state);
        }
    }

    private Verdict verdict(int exit) {
        if (exit == SKIP) return Verdict.SKIP;
        if (exit > SKIP)
            throw new UserError(
                    "the command ended with exit code " + exit + ", which is no verdict",
                    command,
                    "let it exit with 0 for good, 1 for bad or 125 to skip an event",
                    ExitCode.USAGE);
        return exit == 0 ? Verdict.GOOD : Verdict.BAD;
    }
}
