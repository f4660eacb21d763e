package dev.foldline.core.effect;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;

import io.vavr.collection.Vector;

/** A check that Foldline runs itself. */
public sealed interface CheckEffect extends ExternalEffect {

    /** Run commands in order until one fails. */
    record RunCheck(
            EffectKey key,
            String check,
            Vector<CommandLine> commands,
            Expectation expectation,
            Vector<String> protectedPaths,
            long deadlineMillis)
            implements CheckEffect {}
}
