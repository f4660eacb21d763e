package dev.foldline.app.queue;

import dev.foldline.effects.forge.IssueTracker.Note;
import dev.foldline.effects.forge.Markers;

import io.vavr.control.Option;

/**
 * A comment that claims an issue for the server of one clone, and then reports its run.
 *
 * @param note the comment
 * @param labelling the time that the label was set that it is for
 */
public record QueueClaim(long note, String server, long labelling, String body) {

    /** Returns the claim in a comment, if it is one. */
    public static Option<QueueClaim> of(Note note) {
        return Markers.claim(note.body())
                .map(
                        mark ->
                                new QueueClaim(
                                        note.id(), mark.server(), mark.labelling(), note.body()));
    }

    /** Returns the text of a claim. */
    public static String text(String server, long labelling, String report) {
        return new Markers.Claim(server, labelling).mark() + "\n" + report.strip();
    }

    QueueClaim with(String text) {
        return new QueueClaim(note, server, labelling, text);
    }
}
