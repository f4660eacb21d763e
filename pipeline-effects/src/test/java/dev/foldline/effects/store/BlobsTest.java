package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

class BlobsTest {
    private static final String ABC =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir Path directory;

    private Path store;
    private Blobs blobs;

    @BeforeEach
    void an_empty_store() {
        store = directory.resolve("blobs");
        blobs = new Blobs(store);
    }

    @Test
    void a_blob_is_named_by_its_content_and_kept_once() throws IOException {
        assertThat(blobs.has(ABC)).isFalse();
        assertThat(blobs.put("abc")).isEqualTo(ABC);
        assertThat(blobs.put("abc".getBytes(StandardCharsets.UTF_8))).isEqualTo(ABC);
        assertThat(blobs.put(Files.writeString(directory.resolve("file"), "abc"))).isEqualTo(ABC);
        assertThat(blobs.has(ABC)).isTrue();
        assertThat(blobs.get(ABC)).isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
        assertThat(files()).containsExactly(ABC);
    }

    @Test
    void a_file_is_forced_to_disk_with_its_name_once() throws Exception {
        var source = Files.writeString(directory.resolve("file"), "abc");
        assertThat(ForcedFiles.during(() -> blobs.put(source))).hasSize(2).last().isEqualTo(store);
        assertThat(ForcedFiles.during(() -> blobs.put(source))).isEmpty();
        Files.delete(store.resolve(ABC));
        assertThat(ForcedFiles.during(() -> blobs.put(source))).hasSize(2);
    }

    @Test
    void a_damaged_blob_is_refused_not_returned() throws IOException {
        blobs.put("abc");
        Files.writeString(store.resolve(ABC), "abd");
        assertThrows(Blobs.BlobDamaged.class, () -> blobs.get(ABC));
        assertThrows(Blobs.BlobDamaged.class, () -> blobs.text(ABC, 10));
        assertThrows(Blobs.BlobDamaged.class, () -> blobs.tail(ABC, 10));
    }

    @Test
    void a_truncated_blob_is_fixed_by_storing_it_again() throws IOException {
        blobs.put("abc");
        Files.writeString(store.resolve(ABC), "");
        blobs.put("abc");
        assertThat(blobs.text(ABC)).isEqualTo("abc");
    }

    @Test
    void a_blob_that_is_not_there_or_has_no_name_is_an_error() {
        assertThrows(NoSuchFileException.class, () -> blobs.get("0".repeat(64)));
        assertThrows(IllegalArgumentException.class, () -> blobs.get("../runs"));
    }

    @Test
    void a_long_text_can_be_read_from_its_start_or_its_end() throws IOException {
        String text = "grün ".repeat(1000) + "\uD83D\uDE00";
        String name = blobs.put(text);
        assertThat(blobs.text(name, 4)).isEqualTo("grün");
        assertThat(blobs.text(name, 100_000)).isEqualTo(text);
        assertThat(blobs.tail(name, 8)).isEqualTo(" grün \uD83D\uDE00".substring(0, 8)).hasSize(8);
        assertThat(blobs.tail(name, 1)).isEmpty();
        assertThat(blobs.tail(name, 100_000)).isEqualTo(text);
        for (int chars = 0; chars < 40; chars++) {
            assertThat(text).endsWith(blobs.tail(name, chars)).startsWith(blobs.text(name, chars));
        }
    }

    private Stream<String> files() throws IOException {
        return Stream.of(store.toFile().list());
    }
}
