package dev.foldline.core.effect;

import dev.foldline.core.state.LocalContent;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A check that Foldline runs itself. */
public sealed interface CheckEffect extends ExternalEffect {

    /**
     * Run commands in order until one fails.
     *
     * @param protectedPaths paths that no commit contains
     * @param setup if the commands set up the working tree: what was in it before and in no commit;
     *     none for other commands, and in older logs
     */
    record RunCheck(
            EffectKey key,
            String check,
            Vector<CommandLine> commands,
            Expectation expectation,
            Vector<String> protectedPaths,
            long deadlineMillis,
            Option<Vector<LocalContent>> setup)
            implements CheckEffect {

        /** Commands that set nothing up. */
        public RunCheck(
                EffectKey key,
                String check,
                Vector<CommandLine> commands,
                Expectation expectation,
                Vector<String> protectedPaths,
                long deadlineMillis) {
            this(key, check, commands, expectation, protectedPaths, deadlineMillis, Option.none());
        }
    }
}
