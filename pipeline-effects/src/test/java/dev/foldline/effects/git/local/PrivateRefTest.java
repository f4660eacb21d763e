package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.poll.Poller;

import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Another process holds the lock of a ref, for a moment or for ever. */
class PrivateRefTest {
    private static final String REF = "refs/foldline/shared/r1";

    @TempDir Path folder;
    private Sandbox sandbox;
    private Repository repository;
    private Path lock;

    @BeforeEach
    void a_locked_ref() throws IOException {
        sandbox = Sandbox.repository(folder);
        var git = sandbox.root.resolve(".git");
        repository = Sha1Repository.open(git, "");
        lock = git.resolve(REF + ".lock");
        Files.createDirectories(lock.getParent());
        Files.createFile(lock);
    }

    @AfterEach
    void closed() {
        repository.close();
        sandbox.close();
    }

    /** Waits in no time. */
    private record VirtualTimer(long[] now, Consumer<Duration> pauses) implements Poller.Timer {
        @Override
        public long nanos() {
            return now[0];
        }

        @Override
        public void sleep(Duration pause) {
            now[0] += pause.toNanos();
            pauses.accept(pause);
        }
    }

    private PrivateRef ref(Consumer<Duration> pauses) {
        return new PrivateRef(
                repository, REF, PrivateRef.UNLOCKED.with(new VirtualTimer(new long[1], pauses)));
    }

    private void unlocked(Duration pause) {
        try {
            Files.deleteIfExists(lock);
        } catch (IOException kept) {
            throw new UncheckedIOException(kept);
        }
    }

    private ObjectId head() throws IOException {
        return repository.resolve("HEAD");
    }

    @Test
    void a_lock_of_a_moment_is_awaited() throws IOException {
        ref(this::unlocked).point(head());
        assertThat(sandbox.git("rev-parse", "--verify", REF)).isEqualTo(head().name());
        Files.createFile(lock);
        ref(this::unlocked).delete();
        assertThat(sandbox.git("for-each-ref", REF)).isEmpty();
    }

    @Test
    void a_lock_that_stays_is_named() {
        assertThatThrownBy(() -> ref(_ -> {}).point(head()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot move " + REF + ": another process holds " + lock);
        assertThat(lock).exists();
    }
}
