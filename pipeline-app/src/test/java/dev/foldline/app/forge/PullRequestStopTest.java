package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A driver that is terminated in the middle of an effect on the forge exits, and loses nothing. */
class PullRequestStopTest {
    private static final int TERMINATED = 143;

    /** Terminates the driver, and ends when the driver does. */
    private static final String TERMINATING =
            """
            #!/bin/sh
            driver=$(cat "%s")
            kill -TERM "$driver"
            n=0
            while kill -0 "$driver" 2>/dev/null && [ $n -lt 300 ]; do n=$((n + 1)); sleep 0.1; done
            """;

    @TempDir Path folder;

    private DeliveryFixture at;

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
    }

    @Test
    void the_request_that_is_being_opened_is_opened_once() throws Exception {
        var started = new CompletableFuture<Process>();
        at.forge.kills(
                "POST",
                "/pulls",
                true,
                () -> {
                    started.join().destroy();
                    started.join().waitFor(30, TimeUnit.SECONDS);
                });
        started.complete(at.driver("run", "--pr", "Add work"));
        assertStopped(started.join());
        at.resume();
        at.request();
    }

    @Test
    void the_branch_that_is_being_pushed_is_pushed_later() throws Exception {
        stops(at.bare.resolve("hooks/pre-receive"), "run", "--pr", "Add work");
        at.resume();
        assertThat(at.forge.head(at.request().branch)).isEqualTo(at.place.git("rev-parse", "HEAD"));
    }

    @Test
    void the_base_that_is_being_merged_is_merged_once() throws Exception {
        at.forge.strict = true;
        at.configured(", update: behind");
        var request = at.opened();
        at.baseMoved("other.txt");
        stops(at.place.root.resolve(".git/hooks/post-merge"), "forge", "sync");
        at.resume();
        assertThat(at.forge.isBehind(request)).isFalse();
        assertThat(at.place.git("log", "--merges", "--format=%s", "main..HEAD")).hasLineCount(1);
    }

    /** Runs a driver that this hook terminates. */
    private void stops(Path hook, String... words) throws Exception {
        var id = folder.resolve("driver");
        Files.writeString(hook, TERMINATING.formatted(id));
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        var driver = at.driver(words);
        Files.writeString(id, Long.toString(driver.pid()));
        assertStopped(driver);
        Files.delete(hook);
    }

    private void assertStopped(Process driver) throws Exception {
        assertThat(driver.waitFor(60, TimeUnit.SECONDS)).as("the driver exits").isTrue();
        var said = Files.readString(folder.resolve("driver.log"));
        assertThat(driver.exitValue()).as(said).isEqualTo(TERMINATED);
        assertThat(at.place.foldline("log", "--oneline").out())
                .contains("paused")
                .doesNotContain("failed");
    }
}
