package dev.foldline.app.frozen;

import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A repository, a home and a state folder as an earlier version left them while a run had ended or
 * waited, packed in {@code frozen/repositories}. {@code record.sh} beside the archives made them.
 */
enum RecordedRepository {
    /** A completed run of ralph. */
    RALPH,
    /** Waits for the approval of its plan. */
    GATE,
    /** The same in a worktree of its own, below the state folder. */
    WORKTREE,
    /** Halted: its developer fails. */
    HALTED,
    /** Waits for the approval of the plan of a feature. */
    FEATURE,
    /** A workflow of two tasks, of which the second conflicts with the first. */
    TASKS,
    /** A completed workflow of two tasks. */
    TASKS_DONE,
    /** Three attempts, the best of which was taken. */
    ATTEMPTS,
    /** Pulled work in the middle of a step. */
    TDD,
    /** A run that was shared with a bare repository. */
    SHARED;

    private static final Path FOLDER = Path.of("src/test/resources/frozen/repositories");

    /** The folder in which the recording was made; files outside the log name it. */
    private static final String RECORDED_IN = "/tmp/recorded/";

    String text() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** Unpacks it, and moves what names the old folder, as somebody who moves all three would. */
    CliFixture unpacked(Path folder) throws IOException, InterruptedException {
        var archive = FOLDER.resolve(text() + ".tar.gz").toAbsolutePath();
        var tar =
                new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString())
                        .inheritIO()
                        .start();
        if (tar.waitFor() != 0) throw new IOException("cannot unpack " + archive);
        var top = folder.toRealPath();
        try (Stream<Path> files = Files.walk(top)) {
            for (var file : files.filter(Files::isRegularFile).toList()) moved(file, top);
        }
        var place = CliFixture.empty(folder);
        place.environment.put("XDG_STATE_HOME", place.environment.get("HOME") + "/state");
        return place;
    }

    private void moved(Path file, Path top) throws IOException {
        var bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        var old = RECORDED_IN + text();
        if (!bytes.contains(old)) return;
        var isWritable = Files.isWritable(file);
        if (!isWritable) throw new IOException("names the old folder: " + file);
        Files.writeString(file, bytes.replace(old, top.toString()), StandardCharsets.ISO_8859_1);
    }
}
