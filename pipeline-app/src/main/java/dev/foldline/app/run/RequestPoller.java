package dev.foldline.app.run;

import dev.foldline.core.command.Command;
import dev.foldline.core.state.PullRequest;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.forge.RequestObserver;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Notifies a driver of what is new about the pull request that its run waits for. A driver that
 * does not wait asks once; one that waits is notified until it leaves.
 */
final class RequestPoller implements AutoCloseable {
    private final RequestObserver observer;
    private final Option<Duration> pause;
    private final Consumer<DriverInput> driver;
    private final Consumer<String> notices;
    private volatile PullRequest known = PullRequest.NONE;
    private @Nullable Thread thread;
    private String complaint = "";

    /**
     * @param pause between two questions, of a driver that waits
     */
    RequestPoller(
            RequestObserver observer,
            Option<Duration> pause,
            Consumer<DriverInput> driver,
            Consumer<String> notices) {
        this.observer = observer;
        this.pause = pause;
        this.driver = driver;
        this.notices = notices;
    }

    /** Returns whether a driver stays that waits for news of this pull request. */
    boolean stays(PullRequest request) {
        known = request;
        if (pause.isEmpty()) return isNotified();
        if (thread == null)
            thread = Thread.ofVirtual().name("pull-request").start(() -> repeat(pause.get()));
        return true;
    }

    private void repeat(Duration between) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                isNotified();
                Thread.sleep(between);
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** A forge that is not reached is reported once, and asked again. */
    private boolean isNotified() {
        try {
            var news = observer.news(known);
            news.forEach(this::offer);
            complaint = "";
            return news.isDefined();
        } catch (IOException unreachable) {
            var text = "the pull request cannot be read: " + unreachable.getMessage();
            if (!text.equals(complaint)) notices.accept(text);
            complaint = text;
            return false;
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void offer(Command command) {
        driver.accept(new DriverInput.CommandReceived(command, _ -> {}));
    }

    @Override
    public void close() {
        var polling = thread;
        if (polling != null) polling.interrupt();
    }
}
