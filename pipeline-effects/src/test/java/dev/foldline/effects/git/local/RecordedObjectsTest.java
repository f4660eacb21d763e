package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class RecordedObjectsTest {
    private static final String REF = "refs/foldline/recordings/r1";

    @TempDir Path folder;

    @Test
    void a_lock_that_a_killed_driver_left_does_not_end_the_recording() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            var commit = Vector.of(sandbox.write("a.txt", "a\n").commitByHand("a"));
            var tree = sandbox.git("rev-parse", "HEAD^{tree}");
            var git = sandbox.root.resolve(".git");
            var lock = git.resolve(REF + ".lock");
            Files.createDirectories(lock.getParent());
            Files.createFile(lock);
            try (var objects = RecordedObjects.ofDriver(git, REF)) {
                objects.keep(tree, commit);
            }
            assertThat(sandbox.git("rev-parse", "--verify", REF)).isNotEmpty();
            assertThat(lock).doesNotExist();
        }
    }
}
