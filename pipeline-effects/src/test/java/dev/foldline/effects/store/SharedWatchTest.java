package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Many watches of one process. */
class SharedWatchTest {
    @TempDir Path folder;

    private static CompletableFuture<Boolean> awaitChange(DirectoryWatch watch) {
        var received = new CompletableFuture<Boolean>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                received.complete(watch.awaitChange());
                            } catch (InterruptedException hurry) {
                                received.completeExceptionally(hurry);
                            }
                        });
        return received;
    }

    private Path made(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_watches_of_all_runs_need_one_service_of_the_system() throws Exception {
        long before = services();
        var watches = new ArrayList<DirectoryWatch>();
        for (int run = 0; run < 300; run++) watches.add(DirectoryWatch.on(made("run-" + run)));
        assertThat(services()).isEqualTo(before + 1);
        var received = watches.stream().map(SharedWatchTest::awaitChange).toList();
        for (int run = 0; run < 300; run++)
            Files.writeString(folder.resolve("run-" + run).resolve("message"), "here");
        for (var each : received) assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
        watches.forEach(DirectoryWatch::close);
        assertThat(services()).isEqualTo(before);
    }

    private static long services() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(SharedWatchTest::isService).count();
        }
    }

    private static boolean isService(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals("anon_inode:inotify");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void two_watchers_of_a_directory_are_both_notified_and_one_continues_when_the_other_closes()
            throws Exception {
        var first = DirectoryWatch.on(folder);
        var second = DirectoryWatch.on(folder);
        var both = java.util.List.of(awaitChange(first), awaitChange(second));
        Files.writeString(folder.resolve("one"), "1");
        for (var each : both) assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
        first.close();
        second.awaitChange(100, TimeUnit.MILLISECONDS);
        var again = awaitChange(second);
        Files.writeString(folder.resolve("two"), "2");
        assertThat(again.get(60, TimeUnit.SECONDS)).isTrue();
        second.close();
    }

    @Test
    void a_waiting_caller_returns_when_the_watch_is_closed() throws Exception {
        var watch = DirectoryWatch.on(folder);
        var received = awaitChange(watch);
        watch.close();
        assertThat(received.get(60, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void a_deleted_directory_is_reported_once_and_no_caller_waits_in_vain() throws Exception {
        var going = made("going");
        try (var watch = DirectoryWatch.on(going)) {
            var received = awaitChange(watch);
            Files.delete(going);
            assertThat(received.get(60, TimeUnit.SECONDS)).isFalse();
        }
    }
}
