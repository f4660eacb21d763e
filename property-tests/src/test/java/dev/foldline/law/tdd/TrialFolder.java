package dev.foldline.law.tdd;

import dev.foldline.effects.memory.MemoryFolders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** The folder of one try, deleted at its end. */
record TrialFolder(Path path) implements AutoCloseable {
    TrialFolder() throws IOException {
        this(MemoryFolders.create());
    }

    @Override
    public void close() throws IOException {
        try (var all = Files.walk(path)) {
            for (var file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
