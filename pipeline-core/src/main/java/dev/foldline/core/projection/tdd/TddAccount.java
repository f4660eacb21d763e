package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.Given;
import dev.foldline.core.event.GitEvent.TreeSeen;
import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The course of a run of {@code tdd} as its worker sees it: folded from its events. Texts are ids of what was kept.
 *
 * @param testOutput what the test said that failed as it should
 * @param squashed the one commit of the pull request, once it was seen
 * @param replans how often the rest of the plan was planned anew
 */
public record TddAccount(PipelineState state, Documents documents, Option<Trouble> trouble, Option<String> testOutput, Option<String> squashed,
        int replans, Option<Request> last) {

    /** The artifact under which a state file is kept that was imported. */
    public static final String IMPORTED_STATE = "orchestration_state";

    /**
     * What the documents are made of.
     *
     * @param plan as it was handed in last
     * @param reviews what was found since, oldest first
     * @param state the state file a run was taken up from
     */
    public record Documents(Option<String> plan, Vector<Review> reviews, Option<String> state) {}

    /** What a review has found, and the steps that were done then: behind them it is numbered. */
    public record Review(String content, Vector<String> done) {}

    /** What went wrong: words, and the output behind them if there is one. */
    public record Trouble(String words, Option<String> output) {}

    /** A call, and the run before it. */
    public record Request(Called call, PipelineState before) {}

    public static TddAccount of(RunStarted begun) {
        var artifacts = begun.given().map(Given::artifacts);
        var documents = new Documents(artifacts.flatMap(each -> each.get(Tdd.PLAN)), Vector.empty(), artifacts.flatMap(each -> each.get(IMPORTED_STATE)));
        var state = PipelineState.of(begun);
        return new TddAccount(state, documents, Option.none(), Option.none(), state.ledger().repository().head(),
                begun.given().flatMap(Given::standing).flatMap(each -> each.handedIn().get(TakenUp.REPLAN_COUNT)).map(Integer::parseInt).getOrElse(0), Option.none());
    }

    /** After one more event. An event that changed nothing is not told. */
    public TddAccount and(Event event, PipelineState after) {
        if (after == state) return this;
        var told = heard(event);
        return new TddAccount(after, told.documents, isCalm(after) ? Option.none() : halting(event, after).orElse(told.trouble), told.testOutput, told.squashed, told.replans, told.last);
    }

    /** Why a person has to look, if the event that led to it does not say so itself; what was wrong before stays beside it. */
    private Option<Trouble> halting(Event event, PipelineState after) {
        var saysSo = event instanceof CheckFailed || event instanceof ArtifactRefused || event instanceof EffectFailed;
        if (saysSo || state.slots().recovery() instanceof Recovery.Halting) return Option.none();
        return after.slots().recovery() instanceof Recovery.Halting(var failure) ? Option.of(lastError()
                .map(before -> new Trouble(failure.fault().message() + "; the last error was:\n" + before.words(), before.output()))
                .getOrElse(() -> new Trouble(failure.fault().message(), failure.fault().output()))) : Option.none();
    }

    public TddStatus status() { return TddStatus.of(state); }

    /** What the worker, or a person, is told to have gone wrong, as long as it matters. */
    public Option<Trouble> lastError() {
        return isCalm(state) ? Option.none()
                : trouble.orElse(() -> state.ledger().lastFault().map(fault -> new Trouble(fault.message(), fault.output())));
    }

    private static boolean isCalm(PipelineState state) {
        return !state.isInstructedAgain() && state.slots().recovery() instanceof Recovery.Idle && TddStatus.of(state) != TddStatus.REPLANNING;
    }

    private TddAccount heard(Event event) {
        if (event instanceof ArtifactAccepted accepted) return accepted(accepted);
        if (event instanceof ArtifactRefused refused) return refused.artifact().equals(Tdd.SUBMISSION) ? this : with(new Trouble(refused.why(), Option.none()));
        if (event instanceof CheckFailed failed) return with(failed(failed, state));
        if (event instanceof EffectFailed failed) return with(new Trouble(failed.fault().message(), failed.fault().output()));
        if (event instanceof CheckPassed passed && passed.check().equals(Tdd.TEST) && passed.output().isDefined())
            return new TddAccount(state, documents, trouble, passed.output(), squashed, replans, last);
        if (event instanceof TreeSeen seen && seen.label().equals("one")) return new TddAccount(state, documents, trouble, testOutput, seen.head(), replans, last);
        return event instanceof Called call ? called(call) : this;
    }

    private TddAccount accepted(ArtifactAccepted event) {
        if (event.artifact().equals(Tdd.SUBMISSION)) return new TddAccount(state, documents, refuted(event.handedIn()), testOutput, squashed, replans, last);
        if (event.artifact().equals(Tdd.PLAN)) return new TddAccount(state, new Documents(Option.of(event.content()), Vector.empty(), documents.state()),
                Option.none(), testOutput, squashed, state.phase().exists(phase -> phase.id().equals(Tdd.REPLAN)) ? replans + 1 : replans, last);
        return event.items().isEmpty() ? this : new TddAccount(state,
                new Documents(documents.plan(), documents.reviews().append(new Review(event.content(), state.items().done(Tdd.STEPS))), documents.state()), trouble, testOutput, squashed, replans, last);
    }

    private static Trouble failed(CheckFailed event, PipelineState before) {
        if (event.output().isEmpty()) return new Trouble(event.summary(), Option.none());
        if (before.currentStep().exists(step -> step instanceof Step.Check(_, var expectation) && expectation == Step.Expectation.FAIL))
            return new Trouble("Test was expected to FAIL but came to no verdict: it was ended before.\n", event.output());
        if (event.check().equals(Tdd.PREFLIGHT)) return new Trouble("Preflight check failed: ", event.output());
        return new Trouble(event.check().equals(Tdd.TEST) ? "Test was expected to PASS but FAILED.\n" + which(event, before) : "The " + event.check() + " failed: ", event.output());
    }

    /** Where more than one is run, the one that failed. */
    private static String which(CheckFailed event, PipelineState before) {
        var commands = before.ledger().handedIn().get(Tdd.TEST).map(Vector::distinct).getOrElse(Vector.empty());
        return commands.size() < 2 ? "" : event.summary() + " (a test that has failed once has to pass as well)\n";
    }

    private TddAccount called(Called call) {
        var request = last.filter(before -> before.call().requestId().equals(call.requestId())).map(before -> new Request(call, before.before()))
                .getOrElse(() -> new Request(call, state));
        return new TddAccount(state, documents, refuted(call.arguments()), testOutput, squashed, replans, Option.of(request));
    }

    /** Whoever finds that a test failed for the wrong reason has its output for an error; else the trouble is what it was. */
    private Option<Trouble> refuted(Map<String, String> arguments) {
        return arguments.get(Tdd.VERDICT).contains("FAILURE") ? Option.of(testOutput.map(output -> new Trouble("Analysis failed: ", Option.of(output)))
                .getOrElse(() -> new Trouble("Analysis failed: the output of the test is not available", Option.none()))) : trouble;
    }

    private TddAccount with(Trouble newest) { return new TddAccount(state, documents, Option.of(newest), testOutput, squashed, replans, last); }

    /** The fault that a state file's error stands for. */
    static Fault fault(String words) { return Fault.of(Fault.Kind.NEEDS_PERSON, words); }
}
