package dev.foldline.core.event;

import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The outcome of a check. */
public sealed interface CheckEvent extends Event, Event.Answer {
    String check();

    Spend spend();

    /** What its commands said; none, as in older logs, if none is a command of a check. */
    Option<CheckRun> run();

    /**
     * The check had the expected result.
     *
     * @param before the tree it ran on, for which the evidence holds
     * @param after the tree after the check
     * @param changed paths that the check changed; empty, as in older logs, without one
     * @param local what a setup has made; nothing for other checks, and not known in older logs
     * @param run what its commands said; none, as in older logs, if none is a command of a check
     */
    record CheckPassed(
            long ticket,
            String check,
            String before,
            String after,
            Option<String> output,
            Spend spend,
            Vector<String> changed,
            Vector<LocalContent> local,
            Option<CheckRun> run)
            implements CheckEvent {

        /** A check that changed nothing and set nothing up. */
        public CheckPassed(
                long ticket,
                String check,
                String before,
                String after,
                Option<String> output,
                Spend spend) {
            this(
                    ticket,
                    check,
                    before,
                    after,
                    output,
                    spend,
                    Vector.empty(),
                    Vector.empty(),
                    Option.none());
        }

        public CheckPassed withSpend(Spend other) {
            return new CheckPassed(
                    ticket, check, before, after, output, other, changed, local, run);
        }
    }

    /**
     * The check did not have the expected result.
     *
     * @param summary the failure, for the next prompt
     * @param fingerprint equal for equal failures: a hash of the output without varying parts such
     *     as times
     * @param run what its commands said; none, as in older logs, if none is a command of a check
     * @param command its first command that failed; none if none did, and in older logs
     */
    record CheckFailed(
            long ticket,
            String check,
            String tree,
            String summary,
            Option<String> output,
            Spend spend,
            Option<String> fingerprint,
            Option<CheckRun> run,
            Option<String> command)
            implements CheckEvent {

        /** The summary of a check that passed although it was expected to fail. */
        public static final String PASSED_INSTEAD = "Test was expected to FAIL but PASSED.";

        /** A failure without a fingerprint, which equals no other. */
        public CheckFailed(
                long ticket,
                String check,
                String tree,
                String summary,
                Option<String> output,
                Spend spend) {
            this(
                    ticket,
                    check,
                    tree,
                    summary,
                    output,
                    spend,
                    Option.none(),
                    Option.none(),
                    Option.none());
        }

        public CheckFailed withSummary(String other) {
            return new CheckFailed(
                    ticket, check, tree, other, output, spend, fingerprint, run, command);
        }
    }
}
