package dev.foldline.effects.workflow.builtin;

import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.workflow.WorkflowSupport;
import dev.foldline.effects.workflow.tdd.TddSupport;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** The registered support of all workflows that need more than the generic handlers. */
public final class WorkflowSupports {
    private static final Vector<WorkflowSupport> ALL = Vector.of(new TddSupport());

    private WorkflowSupports() {}

    /** Returns the files in a working tree that Foldline never commits. */
    public static Vector<String> exchangedFiles() {
        return ALL.flatMap(WorkflowSupport::exchangedFiles);
    }

    /** Returns the exchanged files that show this run. */
    public static Vector<String> filesShowing(RunDirectory run) {
        return ALL.flatMap(support -> support.filesShowing(run));
    }

    /** Prepares the directory of a run that is to be replayed. */
    public static void prepareReplay(Workflow workflow, RunDirectory run) throws IOException {
        for (var support : ALL) support.prepareReplay(workflow, run);
    }

    /** Returns the title of a stored document; empty if it has none. */
    public static String title(String document) {
        return ALL.flatMap(support -> support.title(document)).headOption().getOrElse("");
    }

    /** Returns a handler that tries the handlers of all workflows in order. */
    public static WorkflowSupport.Handler handler(RunContext run, Prompts prompts) {
        var handlers = ALL.map(support -> support.handler(run, prompts));
        return (ticket, effect) -> first(handlers, ticket, effect);
    }

    private static Option<Event> first(
            Vector<WorkflowSupport.Handler> handlers, long ticket, LocalEffect effect)
            throws IOException {
        for (var handler : handlers) {
            var event = handler.perform(ticket, effect);
            if (event.isDefined()) return event;
        }
        return Option.none();
    }
}
