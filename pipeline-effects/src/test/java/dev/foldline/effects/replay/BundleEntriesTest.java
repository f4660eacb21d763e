package dev.foldline.effects.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A bundle may come from anyone. */
class BundleEntriesTest {
    private static final int CENTRAL_HEADER = 0x02014b50;
    private static final int SIZE_OFFSET = 24;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ../run                      | its name is no path in a bundle
                    foldline/../../etc/passwd   | its name is no path in a bundle
                    /etc/passwd                 | its name is no path in a bundle
                    foldline//run               | its name is no path in a bundle
                    foldline\\run               | its name is no path in a bundle
                    """)
    void a_name_that_leads_elsewhere_is_refused(String name, String why) throws IOException {
        refused(zip("run", name), why);
    }

    @Test
    void a_name_of_any_length_is_refused_and_cut() throws IOException {
        refused(zip("a".repeat(BundleEntries.NAME_CHARS_MAX + 1)), "no path in a bundle");
    }

    @Test
    void an_entry_that_is_there_twice_is_refused() throws IOException {
        var file = zip("foldline/one", "foldline/two");
        replace(file, "foldline/two", "foldline/one");
        refused(file, "it is there twice");
    }

    @Test
    void a_file_that_is_a_folder_too_is_refused() throws IOException {
        refused(zip("foldline/blobs", "foldline/blobs/a"), "foldline/blobs is a file");
    }

    @Test
    void a_file_that_expands_without_measure_is_refused_before_it_is_read() throws IOException {
        var large = zip("foldline/blobs/a");
        stateSize(large, BundleEntries.ENTRY_BYTES_MAX + 1);
        refused(large, "it expands to over 1024 MiB");
        var dense = zip("foldline/blobs/a");
        stateSize(dense, BundleEntries.SMALL_BYTES + 1);
        refused(dense, "expand to 256 MiB");
    }

    @Test
    void an_entry_that_is_longer_than_it_states_is_refused_while_it_is_read() throws IOException {
        var file = zip("run");
        stateSize(file, 1);
        try (var entries = BundleEntries.open(file)) {
            assertThatThrownBy(() -> entries.bytes("run"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("longer than the 1 bytes");
        }
    }

    @Test
    void a_cut_archive_is_refused() throws IOException {
        var whole = Files.readAllBytes(zip("run", "refs"));
        var file = folder.resolve("cut.zip");
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            refused(file, "the archive is damaged");
        }
    }

    @Test
    void a_missing_or_long_text_is_refused() throws IOException {
        try (var entries = BundleEntries.open(zip("run"))) {
            assertThat(entries.text("run", 100)).isEqualTo("text of run");
            assertThatThrownBy(() -> entries.text("run", 5)).hasMessageContaining("longer than 5");
            assertThatThrownBy(() -> entries.text("refs", 5)).hasMessageContaining("missing");
        }
    }

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> BundleEntries.open(file).close())
                .isInstanceOf(DamagedBundle.class)
                .hasMessageContaining(why);
    }

    private Path zip(String... names) throws IOException {
        var file = folder.resolve("bundle.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(("text of " + name).getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }

    private static void replace(Path file, String old, String same) throws IOException {
        var text = Files.readString(file, StandardCharsets.ISO_8859_1).replace(old, same);
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
    }

    /** Changes the size that the archive's directory states for its first entry. */
    private static void stateSize(Path file, long bytes) throws IOException {
        var content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (content.getInt(at) != CENTRAL_HEADER) at++;
        content.putInt(at + SIZE_OFFSET, (int) bytes);
        Files.write(file, content.array());
    }
}
