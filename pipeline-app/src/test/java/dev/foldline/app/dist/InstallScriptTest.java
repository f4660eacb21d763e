package dev.foldline.app.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The script that installs an archive, with a small archive in place of the real one. */
class InstallScriptTest {
    private static final Path SCRIPT = Path.of("src/dist/install.sh").toAbsolutePath();

    @TempDir Path folder;

    private Path prefix;

    @BeforeEach
    void an_archive_with_a_checksum() throws Exception {
        prefix = folder.resolve("prefix");
        var tree = folder.resolve("foldline-1.0");
        write(tree.resolve("bin/foldline"), "#!/bin/sh\necho 'foldline 1.0'\n");
        write(tree.resolve("lib/foldline/foldline.jar"), "jar");
        write(tree.resolve("share/man/man1/foldline.1.gz"), "page");
        for (var each :
                List.of(
                        "bash-completion/completions/foldline",
                        "zsh/site-functions/_foldline",
                        "fish/vendor_completions.d/foldline.fish"))
            write(tree.resolve("share").resolve(each), "completion");
        Files.copy(SCRIPT, folder.resolve("install.sh"));
        run(
                "chmod +x install.sh foldline-1.0/bin/foldline && tar -czf"
                        + " foldline-1.0-linux-x64.tar.gz foldline-1.0 && sha256sum *.tar.gz >"
                        + " SHA256SUMS && rm -r foldline-1.0");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private record Answer(int exit, String text) {}

    private Answer run(String command) throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder("sh", "-c", command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("PREFIX", prefix.toString());
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }

    private List<Path> installed() throws IOException {
        if (Files.notExists(prefix)) return List.of();
        try (var files = Files.walk(prefix)) {
            return files.filter(file -> !Files.isDirectory(file)).toList();
        }
    }

    @Test
    void an_archive_is_installed_upgraded_and_removed_without_leaving_a_file() throws Exception {
        for (var each : List.of("installs", "upgrades")) {
            var answer = run("./install.sh");
            assertThat(answer.exit()).as(each + answer.text()).isZero();
            assertThat(answer.text()).contains("installed Foldline 1.0 as " + prefix);
        }
        assertThat(run(prefix + "/bin/foldline").text()).isEqualTo("foldline 1.0\n");
        assertThat(prefix.resolve("share/man/man1/foldline.1.gz")).exists();
        var mine = Files.writeString(prefix.resolve("bin/mine"), "mine");
        assertThat(run("./install.sh --uninstall").exit()).isZero();
        assertThat(installed()).containsExactly(mine);
    }

    @Test
    void a_damaged_archive_is_refused_and_nothing_is_installed() throws Exception {
        run("printf x >> foldline-1.0-linux-x64.tar.gz");
        var answer = run("./install.sh");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.text()).contains("foldline-1.0-linux-x64.tar.gz is damaged");
        assertThat(installed()).isEmpty();
    }

    @Test
    void the_adapter_for_temporal_is_installed_if_its_archive_is_there() throws Exception {
        write(folder.resolve("temporal/adapter.jar"), "jar");
        run(
                "tar -czf foldline-1.0-temporal.tar.gz temporal && sha256sum *.tar.gz >"
                        + " SHA256SUMS");
        var answer = run("./install.sh");
        assertThat(answer.exit()).as(answer.text()).isZero();
        assertThat(prefix.resolve("share/foldline/lib/foldline/temporal/adapter.jar")).exists();
        run("printf x >> foldline-1.0-temporal.tar.gz");
        assertThat(run("./install.sh").text()).contains("foldline-1.0-temporal.tar.gz is damaged");
    }

    @Test
    void a_script_without_its_archive_says_what_is_missing() throws Exception {
        run("rm *.tar.gz");
        assertThat(run("./install.sh").text()).contains("no foldline-VERSION-linux-x64.tar.gz in ");
        assertThat(run("./install.sh --wrong").exit()).isEqualTo(1);
    }
}
