package dev.foldline.effects.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class MemoryFoldersTest {
    @Test
    void programs_run_in_the_folder_of_a_test(
            @TempDir(factory = MemoryFolders.class) Path folder,
            @TempDir(factory = MemoryFolders.class) Path another)
            throws Exception {
        assertThat(folder).isEmptyDirectory().isNotEqualTo(another);
        var program = Files.writeString(folder.resolve("program.sh"), "#!/bin/sh\nexit 7\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        assertThat(new ProcessBuilder(program.toString()).start().waitFor()).isEqualTo(7);
    }
}
