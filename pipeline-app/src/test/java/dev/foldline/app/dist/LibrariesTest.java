package dev.foldline.app.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.MachineRequirement;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The list of libraries in an archive. */
class LibrariesTest {
    private static final Path SCRIPT = Path.of("src/dist/libraries").toAbsolutePath();
    private static final String FIRST =
            "{\"group\":\"a\",\"name\":\"one\",\"version\":\"1\",\"licenses\":[{\"license\":{\"id\":\"MIT\"}}]}";
    private static final String SECOND = "{\"group\":\"b\",\"name\":\"two\",\"version\":\"2\"}";

    @TempDir Path folder;

    @BeforeEach
    void python() {
        MachineRequirement.demand(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "python3"))),
                "python3, as the packages are made with");
    }

    private String listed(String... components) throws Exception {
        var bill = folder.resolve("bom.json");
        Files.writeString(bill, "{\"components\":[" + String.join(",", components) + "]}");
        var process = new ProcessBuilder("python3", SCRIPT.toString(), bill.toString()).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return text;
    }

    @Test
    void the_order_in_which_maven_found_them_changes_nothing() throws Exception {
        assertThat(listed(SECOND, FIRST))
                .isEqualTo(listed(FIRST, SECOND))
                .isEqualTo("a\tone\t1\tMIT\nb\ttwo\t2\tunknown\n");
    }
}
