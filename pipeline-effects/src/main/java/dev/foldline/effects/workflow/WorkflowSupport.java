package dev.foldline.effects.workflow;

import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** What one workflow adds to the generic handlers: its own files, titles and local effects. */
public interface WorkflowSupport {

    /**
     * Returns the files in the working tree that the workflow exchanges with its agent. Foldline
     * never commits them.
     */
    default Vector<String> exchangedFiles() {
        return Vector.empty();
    }

    /** Returns the exchanged files that show this run, so that its agent may change them. */
    default Vector<String> filesShowing(RunDirectory run) {
        return Vector.empty();
    }

    /** Prepares the directory of a run that is to be replayed. */
    default void prepareReplay(Workflow workflow, RunDirectory run) throws IOException {}

    /** Returns the title of a stored document, if the workflow has documents with a title. */
    default Option<String> title(String document) {
        return Option.none();
    }

    /** Returns the handler of the workflow's own artifacts and instructions. */
    default Handler handler(RunContext run, Prompts prompts) {
        return (_, _) -> Option.none();
    }

    /** Performs the local effects of one workflow. */
    @FunctionalInterface
    interface Handler {
        /** Returns the effect's event; none if the effect is not special to the workflow. */
        Option<Event> perform(long ticket, LocalEffect effect) throws IOException;
    }
}
