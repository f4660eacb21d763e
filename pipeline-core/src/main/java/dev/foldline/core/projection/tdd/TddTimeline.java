package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.TreeReset;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.reduce.RunReducer;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

/**
 * The timeline of a {@code tdd} run from the agent's point of view, folded from its events. Texts
 * are ids of stored content.
 *
 * @param testOutput output of the test that failed as expected
 * @param squashed the single commit of the pull request, once it was read
 * @param replans how many times the remaining plan was replaced
 * @param withdrawals the withdrawn tests
 * @param reset the result of the last scope reduction
 * @param refused the last plan that was refused
 */
@Value.Builder
public record TddTimeline(
        PipelineState state,
        Documents documents,
        Option<Trouble> trouble,
        Option<String> testOutput,
        Option<String> squashed,
        int replans,
        Vector<Withdrawal> withdrawals,
        Option<Reset> reset,
        Option<String> refused,
        Option<Request> last)
        implements WithTddTimeline {

    /** The artifact that stores an imported state file. */
    public static final String IMPORTED_STATE = "orchestration_state";

    /**
     * The sources of the documents.
     *
     * @param plan the last submitted plan
     * @param reviews later findings, oldest first
     * @param state the imported state file
     */
    public record Documents(Option<String> plan, Vector<Review> reviews, Option<String> state) {}

    /**
     * The findings of a review, and the steps completed at that time. The findings are numbered
     * after these.
     */
    public record Review(String content, Vector<String> done) {}

    /** A failure: a message, and its output if there is one. */
    public record Trouble(String words, Option<String> output) {}

    /**
     * The result of a scope reduction.
     *
     * @param saved the private refs that keep the uncommitted work
     * @param committed the commit created from finished work before
     */
    public record Reset(Vector<String> saved, Option<String> committed) {}

    /** A failed test that was withdrawn. */
    public record Withdrawal(String step, String command, String reason) {}

    /** A call, and the state before it. */
    public record Request(Called call, PipelineState before) {}

    public static TddTimeline of(RunStarted started) {
        var artifacts = started.given().map(InitialState::artifacts);
        var documents =
                new Documents(
                        artifacts.flatMap(each -> each.get(Tdd.PLAN)),
                        Vector.empty(),
                        artifacts.flatMap(each -> each.get(IMPORTED_STATE)));
        var state = RunReducer.start(started);
        return new TddTimeline(
                state,
                documents,
                Option.none(),
                Option.none(),
                state.ledger().repository().head(),
                started.given()
                        .flatMap(InitialState::progress)
                        .flatMap(each -> each.submitted().get(TddImport.REPLAN_COUNT))
                        .map(Integer::parseInt)
                        .getOrElse(0),
                Vector.empty(),
                Option.none(),
                Option.none(),
                Option.none());
    }

    /** Returns the timeline after one more event. An event that changed nothing is ignored. */
    public TddTimeline and(Event event, PipelineState after) {
        if (after == state) return this;
        var reported = next(event);
        return reported.withState(after)
                .withTrouble(
                        isCalm(after)
                                ? Option.none()
                                : halting(event, after).orElse(reported.trouble));
    }

    /**
     * Returns why the run halts, if the event that caused it does not say so itself. The previous
     * failure is kept with it.
     */
    private Option<Trouble> halting(Event event, PipelineState after) {
        var saysSo =
                event instanceof CheckFailed
                        || event instanceof ArtifactRefused
                        || event instanceof EffectFailed;
        if (saysSo || state.slots().recovery() instanceof Recovery.Halting) return Option.none();
        return after.slots().recovery() instanceof Recovery.Halting(var failure)
                ? Option.of(
                        lastError()
                                .map(
                                        before ->
                                                new Trouble(
                                                        failure.fault().message()
                                                                + "; the last error was:\n"
                                                                + before.words(),
                                                        before.output()))
                                .getOrElse(
                                        () ->
                                                new Trouble(
                                                        failure.fault().message(),
                                                        failure.fault().output())))
                : Option.none();
    }

    public TddStatus status() {
        return TddStatus.of(state);
    }

    /** Returns the failure that is reported to the agent or the user, as long as it is relevant. */
    public Option<Trouble> lastError() {
        return isCalm(state)
                ? Option.none()
                : trouble.orElse(
                        () ->
                                state.ledger()
                                        .lastFault()
                                        .map(
                                                fault ->
                                                        new Trouble(
                                                                fault.message(), fault.output())));
    }

    private static boolean isCalm(PipelineState state) {
        return !state.isInstructedAgain()
                && state.slots().recovery() instanceof Recovery.Idle
                && TddStatus.of(state) != TddStatus.REPLANNING;
    }

    private TddTimeline next(Event event) {
        if (event instanceof ArtifactAccepted accepted) return accepted(accepted);
        if (event instanceof ArtifactRefused refused)
            return refused.artifact().equals(Tdd.SUBMISSION)
                    ? this
                    : with(new Trouble(refused.why(), Option.none()))
                            .withRefused(refused.content());
        if (event instanceof CheckFailed failed) return with(failed(failed, state));
        if (event instanceof EffectFailed failed)
            return with(new Trouble(failed.fault().message(), failed.fault().output()));
        if (event instanceof CheckPassed passed
                && passed.check().equals(Tdd.TEST)
                && passed.output().isDefined()) return withTestOutput(passed.output());
        if (event instanceof TreeInspected seen && seen.label().equals("one"))
            return withSquashed(seen.head());
        if (event instanceof TreeReset gone)
            return withReset(
                    Option.of(new Reset(gone.saved(), gone.committed().map(Commit::hash))));
        return event instanceof Called call ? called(call) : this;
    }

    private TddTimeline accepted(ArtifactAccepted event) {
        if (event.artifact().equals(Tdd.SUBMISSION))
            return withTrouble(refuted(event.submitted()))
                    .withWithdrawals(withdrawn(event.submitted()));
        if (event.artifact().equals(Tdd.PLAN))
            return withDocuments(
                            new Documents(
                                    Option.of(event.content()), Vector.empty(), documents.state()))
                    .withTrouble(Option.none())
                    .withReplans(
                            state.phase().exists(phase -> phase.id().equals(Tdd.REPLAN))
                                    ? replans + 1
                                    : replans);
        return event.items().isEmpty()
                ? this
                : withDocuments(
                        new Documents(
                                documents.plan(),
                                documents
                                        .reviews()
                                        .append(
                                                new Review(
                                                        event.content(),
                                                        state.items().done(Tdd.STEPS))),
                                documents.state()));
    }

    private static Trouble failed(CheckFailed event, PipelineState before) {
        if (event.output().isEmpty() || event.summary().equals(CheckFailed.PASSED_INSTEAD))
            return new Trouble(event.summary(), Option.none());
        if (before.currentStep()
                .exists(
                        step ->
                                step instanceof Step.Check(_, var expectation)
                                        && expectation == Step.Expectation.FAIL))
            return new Trouble(
                    "Test was expected to FAIL but came to no verdict: it was ended before.\n",
                    event.output());
        if (event.check().equals(Tdd.PREFLIGHT))
            return new Trouble("Preflight check failed: ", event.output());
        return new Trouble(
                event.check().equals(Tdd.TEST)
                        ? "Test was expected to PASS but FAILED.\n" + which(event, before)
                        : "The " + event.check() + " failed: " + event.summary() + "\n",
                event.output());
    }

    /** Names the failed command if there are several, and the one that was not run then. */
    private static String which(CheckFailed event, PipelineState before) {
        var commands = before.ledger().submitted(Tdd.TEST);
        if (commands.size() < 2) return "";
        return event.summary()
                + " (a test that has failed once has to pass as well"
                + (event.command().contains(commands.head())
                        ? "; it is run first, so '" + commands.last() + "' was not run"
                        : "")
                + ")\n";
    }

    private TddTimeline called(Called call) {
        var request =
                last.filter(before -> before.call().requestId().equals(call.requestId()))
                        .map(before -> new Request(call, before.before()))
                        .getOrElse(() -> new Request(call, state));
        return withTrouble(refuted(call.arguments()))
                .withWithdrawals(withdrawn(call.arguments()))
                .withLast(Option.of(request));
    }

    /**
     * If a test failed for the wrong reason, its output becomes the error; otherwise the failure
     * stays the same.
     */
    private Option<Trouble> refuted(Map<String, String> arguments) {
        return arguments.get(Tdd.VERDICT).contains("FAILURE")
                ? Option.of(
                        testOutput
                                .map(output -> new Trouble("Analysis failed: ", Option.of(output)))
                                .getOrElse(
                                        () ->
                                                new Trouble(
                                                        "Analysis failed: the output of the test is"
                                                                + " not available",
                                                        Option.none())))
                : trouble;
    }

    private Vector<Withdrawal> withdrawn(Map<String, String> arguments) {
        return arguments
                .get(Tdd.WITHDRAWAL)
                .flatMap(
                        reason ->
                                state.ledger()
                                        .failedFirst(Tdd.TEST)
                                        .map(
                                                command ->
                                                        withdrawals.append(
                                                                new Withdrawal(
                                                                        state.item()
                                                                                .map(Item::title)
                                                                                .getOrElse(""),
                                                                        command,
                                                                        reason))))
                .getOrElse(withdrawals);
    }

    private TddTimeline with(Trouble newest) {
        return withTrouble(Option.of(newest));
    }

    /** Returns the fault for the error of a state file. */
    static Fault fault(String words) {
        return Fault.of(Fault.Kind.NEEDS_PERSON, words);
    }
}
