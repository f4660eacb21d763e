package dev.foldline.app.user;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

class UserRegistryTest {
    @TempDir Path folder;

    /** The process waits for the lock, or would lose what is written meanwhile. */
    @Test
    void a_process_that_adds_a_user_keeps_what_another_one_changes_at_once() throws Exception {
        var environment = Map.of("HOME", folder.toString());
        var users = UserRegistry.of(environment);
        users.add("ada", UserRole.VIEW, Option.none());
        var config = folder.resolve(".config/foldline");
        var file = config.resolve("users.yaml");
        var before = UserFile.read(file);
        Process other;
        try (var channel =
                        FileChannel.open(
                                config.resolve("users.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            var command =
                    new ProcessBuilder(Engines.command("users", "add", "ben", "--role", "view"));
            command.environment().put("HOME", folder.toString());
            command.environment().remove("XDG_CONFIG_HOME");
            other = command.directory(folder.toFile()).redirectErrorStream(true).start();
            while (other.isAlive() && !hasOpened(other, "users.lock")) Thread.onSpinWait();
            assertThat(UserFile.read(file)).as("unchanged").isEqualTo(before);
            Files.writeString(
                    file,
                    before.without("ada").with("eve", before.users().get("ada").get()).yaml());
        }
        other.getInputStream().readAllBytes();
        assertThat(other.waitFor()).isZero();
        assertThat(users.users().keySet()).containsExactlyInAnyOrder("eve", "ben");
    }

    private static boolean hasOpened(Process process, String name) throws IOException {
        try (var open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return open.anyMatch(each -> isLink(each, name));
        } catch (java.nio.file.NoSuchFileException ended) {
            return false;
        }
    }

    private static boolean isLink(Path link, String name) {
        try {
            return Files.readSymbolicLink(link).endsWith(name);
        } catch (IOException closed) {
            return false;
        }
    }
}
