package dev.foldline.app.notify;

import dev.foldline.effects.poll.Backoff;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Delivers notifications beside a run, each on every channel, with retries. */
final class NotificationSender {
    private static final int ATTEMPTS_MAX = 5;
    private static final int OPEN_MAX = 100;
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** How long the end of a run waits for deliveries. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final List<NotificationChannel> channels;
    private final Consumer<String> notices;
    private final Semaphore open = new Semaphore(OPEN_MAX);
    private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();

    /** One notification on its way to one channel. */
    private record Delivery(String channel, Thread thread) {}

    /**
     * @param notices receives failures as text
     */
    NotificationSender(List<NotificationChannel> channels, Consumer<String> notices) {
        this.channels = List.copyOf(channels);
        this.notices = notices;
    }

    /** Starts the deliveries and returns at once. */
    void send(Notification notification) {
        deliveries.removeIf(each -> !each.thread().isAlive());
        for (var channel : channels) {
            if (!open.tryAcquire()) {
                notices.accept("notify." + channel.name() + " is too slow; a message is dropped");
                continue;
            }
            deliveries.add(
                    new Delivery(
                            channel.name(),
                            Thread.ofVirtual()
                                    .name("notify-" + channel.name())
                                    .start(() -> deliver(channel, notification))));
        }
    }

    private void deliver(NotificationChannel channel, Notification notification) {
        try {
            var failure = "";
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                if (attempt > 0) Thread.sleep(PAUSES.pause(attempt - 1));
                try {
                    channel.deliver(notification);
                    return;
                } catch (ChangedProgram untrusted) {
                    failure = String.valueOf(untrusted.getMessage());
                    break;
                } catch (IOException | RuntimeException refused) {
                    failure = String.valueOf(refused.getMessage());
                }
            }
            notices.accept(undelivered(channel.name(), failure));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            open.release();
        }
    }

    private static String undelivered(String channel, String why) {
        return "a notification was not delivered by notify." + channel + ": " + why;
    }

    /** Waits a short time for the deliveries in progress, then gives them up. */
    void close() throws InterruptedException {
        long end = System.nanoTime() + CLOSING.toNanos();
        for (var delivery : deliveries) {
            var rest = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            if (delivery.thread().join(rest)) continue;
            delivery.thread().interrupt();
            notices.accept(undelivered(delivery.channel(), "the run ended before it was accepted"));
        }
        deliveries.clear();
    }
}
