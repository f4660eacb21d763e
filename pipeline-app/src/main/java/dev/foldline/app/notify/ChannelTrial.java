package dev.foldline.app.notify;

import dev.foldline.app.config.NotifyKeys;
import dev.foldline.app.config.NotifyKeys.NotifiedEvent;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.redact.Redaction;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends a sample notification on every configured channel, once. */
public final class ChannelTrial {
    private ChannelTrial() {}

    /**
     * The result of one channel.
     *
     * @param channel the key that configures it
     * @param failure why it was not accepted, if so
     */
    public record Delivery(String channel, Optional<String> failure) {}

    public static List<Delivery> run(Workspace here, NotifyKeys keys) throws InterruptedException {
        var redaction = Redaction.of(here.environment());
        var now = Instant.now();
        var sample =
                new Notification(
                                "test-" + now.toEpochMilli(),
                                NotifiedEvent.GATE,
                                RunNotifier.project(here.root()),
                                "test",
                                "This is a test of the notifications.",
                                Optional.empty(),
                                RunNotifier.link(here, keys),
                                now)
                        .redacted(redaction);
        var results = new ArrayList<Delivery>();
        for (var channel :
                NotificationChannels.of(
                        keys,
                        new ProgramChannel.Context(here.root(), here.environment(), redaction),
                        Option.none()))
            results.add(new Delivery("notify." + channel.name(), failure(channel, sample)));
        return results;
    }

    private static Optional<String> failure(NotificationChannel channel, Notification sample)
            throws InterruptedException {
        try {
            channel.deliver(sample);
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(
                    refused.getMessage() == null
                            ? refused.getClass().getSimpleName()
                            : refused.getMessage());
        }
    }
}
