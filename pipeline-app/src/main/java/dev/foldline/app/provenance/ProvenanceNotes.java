package dev.foldline.app.provenance;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ForwardingObserver;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;

/**
 * Writes a note to each commit of a run, beside another observer. A failure is a notice, and
 * changes nothing for the run.
 */
public final class ProvenanceNotes extends ForwardingObserver {
    /** The ref of the notes. */
    public static final String REF = "refs/notes/foldline";

    private final Workspace here;
    private int noted;

    private ProvenanceNotes(RunObserver view, Workspace here) {
        super(view);
        this.here = here;
    }

    public static RunObserver around(RunObserver view, Workspace here) {
        return new ProvenanceNotes(view, here);
    }

    /** A driver may have died between a commit and its note. */
    @Override
    public void begins(PipelineState state, String root) {
        super.begins(state, root);
        noted = Math.max(0, state.ledger().commits().size() - 1);
        note(state);
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        super.onEvent(event, message, by, state);
        note(state);
    }

    private void note(PipelineState state) {
        int made = state.ledger().commits().size();
        if (made <= noted) return;
        try {
            var run = here.runs().directory(new RunId(state.header().run()));
            for (var each : Provenance.all(RunHistory.open(run)).drop(noted).take(made - noted)) {
                var hash = each.commit().hash();
                if (!each.agreesWith(here.git().note(REF, hash)))
                    here.git().writeNote(REF, hash, each.note());
            }
        } catch (IOException | RuntimeException failed) {
            notice("no note is written to the commit: " + failed.getMessage());
        }
        noted = made;
    }
}
