package dev.foldline.app.mcp;

import dev.foldline.app.run.RunObserver;
import dev.foldline.app.view.CurrentActivity;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Reports the progress of a call to its client: at once when an effect starts, then every few
 * seconds. A client that extends its timeout on progress can wait for a long test.
 */
final class CallProgress implements RunObserver {
    private static final int BEAT_SECONDS = 2;

    private final Client client;
    private final BooleanSupplier isGone;
    private final ScheduledExecutorService heart =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("foldline mcp progress").factory());
    private String doing = "";
    private long since = System.nanoTime();
    private int reports;
    private boolean closed;

    /** The client's end of the connection. */
    @FunctionalInterface
    interface Client {
        /**
         * @param number of the message, from 1
         */
        void receive(int number, String message);
    }

    /**
     * @param isGone whether the client has cancelled the call
     */
    CallProgress(Client client, BooleanSupplier isGone) {
        this.client = client;
        this.isGone = isGone;
        var _ =
                heart.scheduleWithFixedDelay(
                        this::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public synchronized void onEvent(Event event, Option<String> message, PipelineState state) {
        var now = CurrentActivity.of(state);
        if (now.equals(doing)) return;
        doing = now;
        since = System.nanoTime();
        if (!now.isEmpty()) report(now);
    }

    @Override
    public boolean isCancelled() {
        return isGone.getAsBoolean();
    }

    private synchronized void beat() {
        report(
                (doing.isEmpty() ? "waiting" : doing)
                        + " for "
                        + Duration.ofNanos(System.nanoTime() - since).toSeconds()
                        + " s");
    }

    /**
     * Stops reporting after the answer or a cancellation. A client that disconnects does not stop
     * the call.
     */
    private void report(String text) {
        if (closed || isCancelled()) return;
        try {
            client.receive(++reports, text);
        } catch (RuntimeException hungUp) {
            closed = true;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        heart.shutdownNow();
    }
}
