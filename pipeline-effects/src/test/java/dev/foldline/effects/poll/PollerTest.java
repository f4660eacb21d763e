package dev.foldline.effects.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class PollerTest {
    private static final Backoff GROWING =
            new Backoff(Duration.ofMillis(20), Duration.ofMillis(100));

    /** A clock that moves by pauses only. */
    private static final class TestTimer implements Poller.Timer {
        final List<Long> pauses = new ArrayList<>();
        private long nanos = Long.MAX_VALUE - 5;
        private int interruptedAt = -1;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            pauses.add(pause.toMillis());
            if (pauses.size() == interruptedAt) throw new InterruptedException();
            nanos += pause.toNanos();
        }
    }

    private final TestTimer timer = new TestTimer();
    private int checks;

    private Poller within(long millis) {
        return Poller.within(Duration.ofMillis(millis), GROWING).with(timer);
    }

    private int check() {
        return ++checks;
    }

    @AfterEach
    void nothing_stays_interrupted() {
        Thread.interrupted();
    }

    @Test
    void a_result_as_required_is_returned_without_a_pause() throws Exception {
        assertThat(within(1_000).poll(this::check, _ -> true)).isEqualTo(1);
        assertThat(timer.pauses).isEmpty();
    }

    @Test
    void pauses_grow_to_the_longest_until_the_result_is_as_required() throws Exception {
        assertThat(within(1_000).poll(this::check, count -> count == 6)).isEqualTo(6);
        assertThat(timer.pauses).containsExactly(20L, 40L, 80L, 100L, 100L);
    }

    @Test
    void the_last_check_is_made_when_the_time_is_over() throws Exception {
        assertThat(within(70).poll(this::check, _ -> false)).isEqualTo(4);
        assertThat(timer.pauses).containsExactly(20L, 40L, 10L);
    }

    @Test
    void without_time_there_is_one_check() throws Exception {
        assertThat(within(0).poll(this::check, _ -> false)).isEqualTo(1);
        assertThat(timer.pauses).isEmpty();
    }

    @Test
    void a_poller_without_a_limit_pauses_equally() throws Exception {
        Poller.every(Duration.ofMillis(30)).with(timer).poll(this::check, count -> count == 4);
        assertThat(timer.pauses).containsExactly(30L, 30L, 30L);
    }

    @Test
    void a_failed_check_ends_the_polling() {
        assertThatThrownBy(
                        () ->
                                within(1_000)
                                        .poll(
                                                () -> {
                                                    throw new IOException("unreadable");
                                                },
                                                _ -> false))
                .isInstanceOf(IOException.class);
        assertThat(timer.pauses).isEmpty();
    }

    @Test
    void an_interruption_ends_the_polling() {
        timer.interruptedAt = 2;
        assertThatThrownBy(() -> within(1_000).poll(this::check, _ -> false))
                .isInstanceOf(InterruptedException.class);
        assertThat(checks).isEqualTo(2);
    }

    @Test
    void an_interruption_is_restored_after_uninterruptible_polling() {
        timer.interruptedAt = 1;
        assertThat(within(1_000).pollUninterruptibly(this::check, count -> count == 3))
                .isEqualTo(3);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void an_earlier_interruption_does_not_shorten_uninterruptible_polling() {
        Thread.currentThread().interrupt();
        assertThat(
                        within(1_000)
                                .pollUninterruptibly(
                                        () -> Thread.currentThread().isInterrupted(),
                                        interrupted -> !interrupted))
                .isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void many_pauses_never_exceed_the_longest() {
        for (int earlier : new int[] {3, 30, 62, 63, 64, Integer.MAX_VALUE})
            assertThat(GROWING.pause(earlier)).isEqualTo(GROWING.longest());
        assertThat(Backoff.constant(Duration.ofDays(1)).pause(40)).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void a_pause_of_no_length_and_a_falling_one_are_refused() {
        assertThatThrownBy(() -> Backoff.constant(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
