package dev.foldline.core.effect;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.workflow.Step.Accepts;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** A condition that only an external input or the clock can meet. */
public sealed interface WaitCondition {

    /** The user approves or rejects the gate. */
    record Resolution(Gate gate) implements WaitCondition {}

    /** The user resumes the run. */
    record Resumption() implements WaitCondition {}

    /**
     * The user raises the budget.
     *
     * @param meter the reached limits, separated by commas; {@code PHASE.LIMIT} for the limit of a
     *     phase
     */
    record BudgetRaise(String meter) implements WaitCondition {}

    /** The user retries the run. */
    record Intervention(Fault fault) implements WaitCondition {}

    /** A time is reached; {@code why} is the reason for the wait. */
    record Timer(Instant notBefore, Fault why) implements WaitCondition {}

    /** An external call completes the step. */
    record Call(String instruction, Accepts accepts) implements WaitCondition {}

    /**
     * The forge reports news of the pull request.
     *
     * @param checks the latest result of its checks
     * @param labels the news that the run responds to
     * @param refusal why the forge does not merge it yet, if the run tried
     * @param known the failed jobs that fail on the head of the base too
     */
    record PullRequestNews(
            Option<Link> link,
            Checks checks,
            Vector<String> labels,
            Option<String> refusal,
            Vector<String> known)
            implements WaitCondition {}

    /** The child runs end. */
    record ChildrenEnds(String list) implements WaitCondition {}
}
