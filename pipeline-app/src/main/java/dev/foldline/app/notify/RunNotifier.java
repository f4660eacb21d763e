package dev.foldline.app.notify;

import dev.foldline.app.config.NotifyKeys;
import dev.foldline.app.config.NotifyKeys.NotifiedEvent;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ForwardingObserver;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reports events of a run to the user's channels, beside another observer. A failure is a notice,
 * and changes nothing for the run.
 */
public final class RunNotifier extends ForwardingObserver {
    private final Workspace here;
    private final NotifyKeys keys;
    private final Redaction redaction;
    private Reporting reporting = new Reporting.Waiting();

    /** Whether events are reported. */
    private sealed interface Reporting {

        /** The run has not begun here. */
        record Waiting() implements Reporting {}

        /** Each new condition is sent. */
        record Active(NotificationSender sender, NotifiedConditions conditions)
                implements Reporting {}

        /** A failure has ended it; what was sent before is still delivered. */
        record Stopped(Option<NotificationSender> sender) implements Reporting {}

        default Option<NotificationSender> opened() {
            return switch (this) {
                case Waiting _ -> Option.none();
                case Active(var sender, _) -> Option.of(sender);
                case Stopped(var sender) -> sender;
            };
        }
    }

    private RunNotifier(RunObserver view, Workspace here, NotifyKeys keys) {
        super(view);
        this.here = here;
        this.keys = keys;
        this.redaction = Redaction.of(here.environment());
    }

    /** Returns the observer itself if no channel is configured. */
    public static RunObserver around(RunObserver view, Workspace here, NotifyKeys keys) {
        return keys.isConfigured() ? new RunNotifier(view, here, keys) : view;
    }

    @Override
    public void begins(PipelineState state, String root) {
        super.begins(state, root);
        try {
            var conditions =
                    NotifiedConditions.open(
                            keys, here.runs().directory(new RunId(state.header().run())));
            reporting = new Reporting.Active(sender(Path.of(root)), conditions);
            report(state);
        } catch (IOException | RuntimeException unreadable) {
            stop(unreadable);
        }
    }

    private NotificationSender sender(Path tree) throws IOException {
        var files =
                tree.equals(here.root())
                        ? Option.<ProgramFiles>none()
                        : Option.of(ProgramFiles.now(here.root(), keys.programs()));
        return new NotificationSender(
                NotificationChannels.of(
                        keys,
                        new ProgramChannel.Context(here.root(), here.environment(), redaction),
                        files),
                this::notice);
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        super.onEvent(event, message, by, state);
        report(state);
    }

    @Override
    public void leaves() {
        super.leaves();
        try {
            for (var open : reporting.opened()) open.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(PipelineState state) {
        if (!(reporting instanceof Reporting.Active(var sender, var conditions))) return;
        try {
            conditions
                    .newConditions(state)
                    .forEach((condition, event) -> sender.send(message(condition, event, state)));
        } catch (IOException | RuntimeException failure) {
            stop(failure);
        }
    }

    private void stop(Exception failure) {
        reporting = new Reporting.Stopped(reporting.opened());
        notice("notifications stopped: " + failure.getMessage());
    }

    private Notification message(String condition, NotifiedEvent event, PipelineState state) {
        var run = state.header().run();
        var summary = RunSummary.of(state, run, true);
        return new Notification(
                        "%s-%d-%s"
                                .formatted(
                                        run,
                                        state.header().ticket(),
                                        condition.replaceAll("[^A-Za-z0-9]+", "-")),
                        event,
                        project(here.root()),
                        run,
                        summary.sentence(),
                        summary.next().stream().findFirst(),
                        link(here, keys).map(address -> address + "#/run/" + run),
                        state.header().now())
                .redacted(redaction);
    }

    static String project(Path root) {
        return String.valueOf(root.getFileName());
    }

    static Optional<String> link(Workspace here, NotifyKeys keys) {
        return keys.link()
                .or(() -> serverAddress(here.runs().root()))
                .map(address -> address.endsWith("/") ? address : address + "/");
    }

    private static Optional<String> serverAddress(Path runs) {
        try {
            return Files.readAllLines(runs.resolve("server.url")).stream().findFirst();
        } catch (IOException notServed) {
            return Optional.empty();
        }
    }
}
