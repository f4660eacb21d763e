package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.effects.machine.MachineRequirement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** ShellCheck has no remarks on the scripts of this repository. */
class ScriptsTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

    @Test
    void scripts_pass_shellcheck() throws Exception {
        var scripts =
                List.of(
                        "foldline",
                        ".ci/acceptance",
                        ".ci/report",
                        ".ci/run",
                        ".ci/format",
                        "docs/fleet/try.sh",
                        ".github/actions/foldline/run.sh");
        for (String script : scripts) assertThat(remarks(TOP.resolve(script))).isEmpty();
        assertThat(scripts).containsAll(shellScripts());
    }

    @Test
    void an_unquoted_variable_is_a_remark(@TempDir Path folder) throws Exception {
        var script = Files.writeString(folder.resolve("script"), "#!/bin/sh\nrm $1\n");
        assertThat(remarks(script)).contains("SC2086");
    }

    /** Programs at the top and in {@code .ci}: all of them are shell scripts. */
    private static List<String> shellScripts() throws IOException {
        try (Stream<Path> top = Files.list(TOP);
                Stream<Path> ci = Files.list(TOP.resolve(".ci"))) {
            return Stream.concat(top, ci)
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable)
                    .map(file -> TOP.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static String remarks(Path script) throws IOException, InterruptedException {
        MachineRequirement.demand(isInstalled(), "shellcheck on the PATH");
        var process =
                new ProcessBuilder("shellcheck", "--format=gcc", script.toString())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "shellcheck")));
    }
}
