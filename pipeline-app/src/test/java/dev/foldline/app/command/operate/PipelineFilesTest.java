package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Crashes in workflow files of the shapes that pipelines of continuous integration have. */
class PipelineFilesTest {
    private static final Path FILES = Path.of("src/test/resources/pipelines");

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_with_the_files() throws Exception {
        place = CliFixture.ready(folder);
        try (var files = Files.walk(FILES)) {
            for (var file : files.filter(Files::isRegularFile).toList())
                place.write(FILES.relativize(file).toString(), Files.readString(file));
        }
    }

    /** A crash in a call repeats that call only, whichever calls precede it in the phase. */
    @Test
    void a_crash_in_a_phase_of_thirty_steps_repeats_one_call_at_most() {
        verified("thirty-steps", "12", "--world", "calm");
    }

    @ParameterizedTest
    @Thorough
    @ValueSource(
            strings = {
                "diamond",
                "nested-loops",
                "gate-after-gate",
                "forty-phases",
                "thirty-steps"
            })
    void no_crash_point_loses_or_duplicates_anything(String shape) throws IOException {
        verified(shape, "300");
    }

    private void verified(String shape, String points, String... world) {
        var words =
                Vector.of("verify", "--workflow", "./" + shape + ".yaml", "--crash-points", points);
        var verified = place.foldline(words.appendAll(Vector.of(world)).toJavaArray(String[]::new));
        assertThat(verified.exit()).as(verified.all()).isZero();
        assertThat(verified.out()).contains("crash points tried, 0 violations");
    }
}
