package dev.foldline.app.notify;

import dev.foldline.app.config.NotifyKeys.NotifiedEvent;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.redact.Redaction;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One message about a run.
 *
 * @param id unique for each occurrence of an event; a repeated delivery has the same id
 * @param text what happened, and why
 * @param command the command that answers it or shows more
 * @param link the page of the run, if the dashboard's address is known
 */
public record Notification(
        String id,
        NotifiedEvent event,
        String project,
        String run,
        String text,
        Optional<String> command,
        Optional<String> link,
        Instant at) {

    /** Returns one line of ASCII text. */
    String title() {
        return "Foldline: " + event.phrase();
    }

    /** Returns the message as a few lines of text. */
    String body() {
        var body =
                new StringBuilder(project).append(", run ").append(run).append(": ").append(text);
        command.ifPresent(words -> body.append("\n\n").append(words));
        link.ifPresent(page -> body.append('\n').append(page));
        return body.toString();
    }

    String eventName() {
        return event.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the message as a JSON document on one line. */
    String json() {
        return JsonOutput.compact(
                JsonOutput.fields(
                        "schema",
                        "foldline.notification/1",
                        "id",
                        id,
                        "event",
                        eventName(),
                        "project",
                        project,
                        "run",
                        run,
                        "title",
                        title(),
                        "text",
                        text,
                        "command",
                        command,
                        "link",
                        link,
                        "at",
                        at));
    }

    /** Returns the same message without secrets. */
    Notification redacted(Redaction redaction) {
        return new Notification(
                id,
                event,
                redaction.text(project),
                run,
                redaction.text(text),
                command.map(redaction::text),
                link.map(redaction::text),
                at);
    }
}
