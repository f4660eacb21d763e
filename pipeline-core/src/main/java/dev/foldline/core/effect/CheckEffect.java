package dev.foldline.core.effect;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;
import io.vavr.collection.Vector;

/** Questions to the world that the engine asks itself. */
public sealed interface CheckEffect extends Deed {

    /** Run commands in order, until one fails. */
    record RunCheck(Place place, String check, Vector<CommandLine> commands, Expectation expectation,
            Vector<String> kept, long deadlineMillis) implements CheckEffect {}
}
