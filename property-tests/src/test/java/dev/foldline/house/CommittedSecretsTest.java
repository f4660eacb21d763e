package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.redact.Redaction;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Everything committed here holds no secret; so whatever redaction finds in it is found wrongly.
 */
class CommittedSecretsTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final int FILES_MIN = 300;

    @Test
    void redaction_finds_nothing_in_our_sources_documents_and_golden_data() throws IOException {
        var files = CommittedText.committedFiles(TOP);
        assertThat(files)
                .hasSizeGreaterThan(FILES_MIN)
                .anyMatch(file -> file.toString().contains("golden"));
        for (Path file : files) {
            var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            if (Redaction.OF_SHAPES.isClean(text)) continue;
            var redacted = Redaction.OF_SHAPES.text(text).lines().toList();
            assertThat(text.lines().filter(line -> !redacted.contains(line)))
                    .as("what is taken for a secret in " + file)
                    .isEmpty();
        }
    }

    @Test
    void a_secret_among_them_would_be_found() throws IOException {
        var planted =
                Files.readString(TOP.resolve("README.md"))
                        + "ghp_"
                        + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
        assertThat(Redaction.OF_SHAPES.isClean(planted)).isFalse();
    }
}
