package dev.foldline.effects.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class TemporaryFolderTest {
    @TempDir Path temporary;

    @Test
    void nothing_is_left_of_a_closed_one() throws IOException {
        try (var folder = TemporaryFolder.make(temporary, "replay")) {
            Files.writeString(folder.path().resolve("file"), "text");
            assertThat(Files.getPosixFilePermissions(folder.path()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void one_of_a_killed_process_is_removed_by_the_next_and_one_in_use_is_not() throws IOException {
        Files.createFile(temporary.resolve("foldline-replay-7.lock"));
        var abandoned = Files.createDirectory(temporary.resolve("foldline-replay-7"));
        Files.writeString(abandoned.resolve("file"), "text");
        assertThat(TemporaryFolder.abandoned(temporary, "replay")).containsExactly(abandoned);
        var foreign = Files.createDirectory(temporary.resolve("foldline-other-7"));
        try (var first = TemporaryFolder.make(temporary, "replay");
                var second = TemporaryFolder.make(temporary, "replay")) {
            assertThat(first.path()).isDirectory();
            assertThat(TemporaryFolder.abandoned(temporary, "replay")).isEmpty();
            assertThat(second.path()).isDirectory().isNotEqualTo(first.path());
        }
        assertThat(temporary).isDirectoryNotContaining(path -> !path.equals(foreign));
    }
}
