package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.foldline.effects.store.RunLock.LockAttempt;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

class RunLockTest {
    @TempDir Path directory;

    private Path file;

    @BeforeEach
    void a_run() {
        file = directory.resolve("lock");
    }

    @Test
    void a_second_driver_is_refused_with_the_name_of_the_first() throws IOException {
        try (RunLock _ = take()) {
            LockAttempt.Refused refused =
                    assertInstanceOf(LockAttempt.Refused.class, RunLock.take(file));
            assertThat(refused.message())
                    .contains("process " + ProcessHandle.current().pid())
                    .contains("lock");
            assertThat(RunLock.holder(file).orElseThrow().pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
        assertThat(RunLock.holder(file)).isEmpty();
        take().close();
    }

    @Test
    void a_file_system_without_locks_is_reported_and_no_lock_is_kept() throws IOException {
        RunLock.Locking none =
                _ -> {
                    throw new IOException("No locks available");
                };
        LocksUnavailable reported =
                assertThrows(LocksUnavailable.class, () -> RunLock.take(file, none));
        assertThat(reported)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("cannot lock files: No locks available");
        take().close();
    }

    @Test
    void the_same_file_under_another_name_is_the_same_lock() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("here"), directory);
        try (RunLock _ = take()) {
            assertThat(RunLock.take(link.resolve("lock"))).isInstanceOf(LockAttempt.Refused.class);
            assertThat(RunLock.holder(link.resolve("lock"))).isPresent();
        }
    }

    @Test
    void an_interrupted_thread_takes_and_releases_a_lock_and_stays_interrupted() throws Exception {
        Thread.currentThread().interrupt();
        RunLock lock = take();
        assertThat(lock.isHeld()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        Process refused = AnotherProcess.start(file);
        assertThat(AnotherProcess.saidBy(refused))
                .contains("process " + ProcessHandle.current().pid());
        refused.destroyForcibly().waitFor();
        Thread.currentThread().interrupt();
        lock.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock.isHeld()).isFalse();
        assertThat(RunLock.holder(file)).isEmpty();
        take().close();
    }

    @Test
    void an_interrupt_while_the_lock_is_taken_loses_neither_the_lock_nor_its_release()
            throws Exception {
        var locked = new AtomicInteger();
        RunLock.Locking interrupting =
                channel -> {
                    var lock = channel.tryLock();
                    if (locked.incrementAndGet() == 1) Thread.currentThread().interrupt();
                    return lock;
                };
        var taken = assertInstanceOf(LockAttempt.Held.class, RunLock.take(file, interrupting));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(locked).hasValue(2);
        assertThat(taken.lock().isHeld()).isTrue();
        taken.lock().close();
        take().close();
    }

    @Test
    void another_process_is_refused_even_after_this_one_has_asked_again() throws Exception {
        try (RunLock _ = take()) {
            assertThat(RunLock.take(file)).isInstanceOf(LockAttempt.Refused.class);
            assertThat(RunLock.holder(file)).isPresent();
            Process other = AnotherProcess.start(file);
            assertThat(AnotherProcess.saidBy(other))
                    .contains("process " + ProcessHandle.current().pid());
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void the_death_of_its_holder_frees_the_lock() throws Exception {
        Process other = AnotherProcess.start(file);
        assertThat(AnotherProcess.saidBy(other)).isEqualTo("held");
        LockAttempt.Refused refused =
                assertInstanceOf(LockAttempt.Refused.class, RunLock.take(file));
        assertThat(refused.holder().orElseThrow().pid()).isEqualTo(other.pid());
        assertThat(RunLock.holder(file).orElseThrow().pid()).isEqualTo(other.pid());
        other.destroyForcibly().waitFor();
        assertThat(RunLock.holder(file)).isEmpty();
        take().close();
    }

    @Test
    void the_entry_of_a_dead_process_is_ignored() throws IOException {
        Files.writeString(
                file,
                "{\"pid\":%d,\"started_at\":\"%s\",\"since\":\"%s\"}"
                        .formatted(ProcessHandle.current().pid(), Instant.EPOCH, Instant.EPOCH));
        assertThat(RunLock.holder(file)).isEmpty();
        Files.writeString(file, "garbage");
        assertThat(RunLock.holder(file)).isEmpty();
        take().close();
    }

    @Test
    void asking_for_the_owner_does_not_drop_a_lock_that_is_taken_meanwhile() throws Exception {
        var taken = new CompletableFuture<LockAttempt>();
        var taker = new Thread(() -> taken.completeAsync(() -> takenHere(), Runnable::run));
        Files.writeString(file, "");
        RunLock.holder(
                file,
                lock -> {
                    try (var open = Files.newInputStream(lock)) {
                        taker.start();
                        while (taker.getState() != Thread.State.TERMINATED
                                && taker.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
                        return Optional.empty();
                    }
                });
        try (RunLock _ = assertInstanceOf(LockAttempt.Held.class, taken.get()).lock()) {
            Process other = AnotherProcess.start(file);
            assertThat(AnotherProcess.saidBy(other))
                    .contains("process " + ProcessHandle.current().pid());
            other.destroyForcibly().waitFor();
        }
    }

    private LockAttempt takenHere() {
        try {
            return RunLock.take(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void closing_twice_does_not_free_the_next_holder() throws IOException {
        RunLock first = take();
        first.close();
        try (RunLock _ = take()) {
            first.close();
            assertThat(RunLock.take(file)).isInstanceOf(LockAttempt.Refused.class);
        }
    }

    @Test
    void a_run_that_is_not_there_cannot_be_locked() {
        assertThrows(
                NoSuchFileException.class,
                () -> RunLock.take(directory.resolve("none").resolve("lock")));
    }

    private RunLock take() throws IOException {
        return assertInstanceOf(LockAttempt.Held.class, RunLock.take(file)).lock();
    }
}
