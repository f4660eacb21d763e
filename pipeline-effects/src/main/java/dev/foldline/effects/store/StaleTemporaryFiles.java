package dev.foldline.effects.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds temporary files whose process died while writing them. They are never read. */
public final class StaleTemporaryFiles {
    /** A younger file may still be written. */
    private static final Duration AGE_MIN = Duration.ofHours(1);

    private StaleTemporaryFiles() {}

    /** Returns all of them beside the index, blobs, messages and files of runs, ordered by path. */
    public static List<Path> of(Runs runs) throws IOException {
        List<Path> left = new ArrayList<>(in(runs.root().resolve("blobs")));
        left.addAll(in(runs.root()));
        for (RunDirectory run : runs.newestFirst()) {
            for (Path folder : List.of(run.path(), run.inbox(), run.output())) {
                left.addAll(in(folder));
            }
        }
        return left.stream().sorted().toList();
    }

    /** Returns whether a file has the name of a temporary file. */
    static boolean isAside(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") && (name.endsWith(".tmp") || name.endsWith(".in"));
    }

    private static List<Path> in(Path folder) throws IOException {
        Instant youngest = Instant.now().minus(AGE_MIN);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> left = new ArrayList<>();
            for (Path file : files.toList()) {
                if (isAside(file)
                        && Files.isRegularFile(file)
                        && Files.getLastModifiedTime(file).toInstant().isBefore(youngest)) {
                    left.add(file);
                }
            }
            return left;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (UncheckedIOException listing) {
            throw new IOException("cannot list " + folder, listing);
        }
    }
}
