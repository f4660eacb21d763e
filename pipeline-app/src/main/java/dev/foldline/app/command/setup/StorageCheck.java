package dev.foldline.app.command.setup;

import dev.foldline.app.error.StorageFailure;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.store.StaleTemporaryFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether runs can be kept where they are kept: written, forced, locked, and with room to spare;
 * and what crashes left there.
 */
final class StorageCheck {
    private static final long ROOM_BYTES_MIN = 256L << 20;
    private static final int PROBE_BYTES = 1 << 16;
    private static final String SUBJECT = "storage";

    private final Runs runs;
    private final List<RunDirectory> examined;
    private final boolean fix;
    private final List<DoctorFinding> findings = new ArrayList<>();

    /**
     * @param examined the runs whose folders are written to
     */
    StorageCheck(Runs runs, List<RunDirectory> examined, boolean fix) {
        this.runs = runs;
        this.examined = examined;
        this.fix = fix;
    }

    List<DoctorFinding> findings() {
        try {
            for (var folder : folders()) probe(folder);
            room();
            leftovers();
        } catch (IOException refused) {
            broken(refused, runs.root());
        }
        return findings;
    }

    /** Where a driver writes; before the first run, the folder that all of it will be made in. */
    private List<Path> folders() throws IOException {
        if (!Files.isDirectory(runs.root())) return List.of(repository());
        var folders = new ArrayList<>(List.of(runs.root()));
        for (var name : List.of("runs", "blobs")) {
            if (Files.exists(runs.root().resolve(name))) folders.add(runs.root().resolve(name));
        }
        for (var run : examined) {
            folders.add(run.path());
            for (var part : List.of(run.inbox(), run.output())) {
                if (Files.exists(part)) folders.add(part);
            }
        }
        return folders;
    }

    private Path repository() {
        return runs.root().resolve("..").normalize();
    }

    /** A file is made, written, forced, locked and removed again. */
    private void probe(Path folder) {
        try {
            var file = Files.createTempFile(folder, ".", ".tmp");
            try {
                Files.write(file, new byte[PROBE_BYTES]);
                if (RunLock.take(file) instanceof RunLock.LockAttempt.Held(var lock)) lock.close();
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException refused) {
            broken(refused, folder);
        }
    }

    private void broken(IOException refused, Path folder) {
        var trouble = StorageFailure.of(refused, folder.toString(), "");
        // One cause is one finding, however many folders feel it.
        if (findings.stream()
                .noneMatch(
                        each ->
                                each.remedy().equals(trouble.hint())
                                        && each.what().startsWith(trouble.message())))
            findings.add(
                    DoctorFinding.broken(
                            SUBJECT, trouble.message() + " (" + folder + ")", trouble.hint()));
    }

    private void room() throws IOException {
        var there = Files.isDirectory(runs.root()) ? runs.root() : repository();
        long bytes = Files.getFileStore(there).getUsableSpace();
        if (bytes < ROOM_BYTES_MIN)
            findings.add(
                    DoctorFinding.note(
                            SUBJECT,
                            "only " + (bytes >> 20) + " MiB left on the disk (" + there + ")",
                            "free disk space (df -h shows the usage)"));
    }

    private void leftovers() throws IOException {
        var left = StaleTemporaryFiles.of(runs);
        if (left.isEmpty()) return;
        if (fix) {
            for (Path file : left) Files.deleteIfExists(file);
            findings.add(
                    DoctorFinding.fixed(
                            SUBJECT,
                            "removed " + left.size() + " partial files of dead processes"));
        } else {
            findings.add(
                    DoctorFinding.note(
                            SUBJECT,
                            left.size()
                                    + " partial files of dead processes, the first "
                                    + left.getFirst(),
                            "foldline doctor --fix"));
        }
    }
}
