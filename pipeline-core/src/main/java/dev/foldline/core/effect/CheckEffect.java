package dev.foldline.core.effect;

import dev.foldline.core.state.LocalContent;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;

import io.vavr.collection.Map;
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
     * @param checkout the checkout of the same tree in which the commands must pass as well; none
     *     if the working tree suffices, and in older logs
     * @param comparison what the results are compared with; none, as in older logs, if no command
     *     is one of a check
     */
    record RunCheck(
            EffectKey key,
            String check,
            Vector<CommandLine> commands,
            Expectation expectation,
            Vector<String> protectedPaths,
            long deadlineMillis,
            Option<Vector<LocalContent>> setup,
            Option<CleanCheckout> checkout,
            Option<Comparison> comparison)
            implements CheckEffect {

        /** Returns how many commands are run if all succeed. */
        public int commandsMax() {
            return commands.size()
                    + checkout.map(clean -> clean.setup().size() + commands.size()).getOrElse(0);
        }

        /** Commands that set nothing up, in the working tree only. */
        public RunCheck(
                EffectKey key,
                String check,
                Vector<CommandLine> commands,
                Expectation expectation,
                Vector<String> protectedPaths,
                long deadlineMillis) {
            this(
                    key,
                    check,
                    commands,
                    expectation,
                    protectedPaths,
                    deadlineMillis,
                    Option.none(),
                    Option.none(),
                    Option.none());
        }
    }

    /**
     * What the results of a check are compared with.
     *
     * @param onFailure whether commands after one that fails run too
     * @param baseTests id of the list of tests that ran on the base, by the name of the command
     */
    record Comparison(OnFailure onFailure, Map<String, String> baseTests) {}

    /** What follows in a check from a command that fails. */
    enum OnFailure {
        STOP,
        GO_ON
    }
}
