package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    @ParameterizedTest
    @ValueSource(
            strings = {
                "diamond",
                "nested-loops",
                "gate-after-gate",
                "forty-phases",
                "thirty-steps"
            })
    void no_crash_point_loses_or_duplicates_anything(String shape) {
        var verified =
                place.foldline(
                        "verify",
                        "--workflow",
                        "./" + shape + ".yaml",
                        "--crash-points",
                        "12",
                        "--world",
                        "calm");
        assertThat(verified.exit()).as(verified.all()).isZero();
        assertThat(verified.out()).contains("crash points tried, 0 violations");
    }
}
