package dev.foldline.app.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

class StorageFailureTest {

    @ParameterizedTest
    @CsvSource({
        "No space left on device, the disk is full",
        "Disk quota exceeded, your disk quota is used up",
        "File too large, the file size limit of this process is reached",
        "Read-only file system, the file system is read-only",
        "Permission denied, permission denied",
        "Input/output error, the disk reports an error",
        "Too many open files, too many files are open",
        "Is a directory, a directory is where a file should be",
        "Not a directory, a file is where a directory should be",
    })
    void a_system_error_is_explained_with_the_path_and_the_next_step(String said, String words) {
        for (var fault :
                new IOException[] {
                    new IOException(said),
                    new FileSystemException("/there", null, said),
                    new IOException("cannot append", new IOException(said)),
                    new FileNotFoundException("/there (" + said + ")")
                }) {
            var reported = StorageFailure.of(fault, "/there", "foldline resume @");
            assertThat(reported.message()).isEqualTo(words);
            assertThat(reported.place()).isEqualTo("/there");
            assertThat(reported.hint()).endsWith("; then: foldline resume @");
            assertThat(reported.exit()).isEqualTo(ExitCode.FAILED);
        }
    }

    @Test
    void the_file_that_the_system_names_is_the_place() {
        assertThat(
                        StorageFailure.of(new AccessDeniedException("/secret"), "/elsewhere", "")
                                .describe())
                .startsWith("permission denied\n  at: /secret\n  try: grant yourself read");
    }

    @Test
    void an_unknown_error_is_reported_in_the_words_of_the_system() {
        assertThat(StorageFailure.of(new IOException("the moon is full"), "/there", "").describe())
                .isEqualTo(
                        "cannot read or write: the moon is full\n"
                                + "  at: /there\n"
                                + "  try: check the file system, and your access to it");
    }
}
