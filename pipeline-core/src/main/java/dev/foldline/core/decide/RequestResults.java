package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Questions.Answer;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.VerdictText;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What the readers of a run's pull request learn of its results, a line each. */
final class RequestResults {
    private RequestResults() {}

    static Vector<String> of(PipelineState state) {
        var judged = state.ledger().findings().judgements().values().toVector();
        return state.ledger()
                .findings()
                .checkResult()
                .toVector()
                .appendAll(
                        named(
                                "failed once, passed on the same tree: ",
                                judged.flatMap(Judgement::flakes)))
                .appendAll(
                        named(
                                "failed before the work of this run: ",
                                judged.flatMap(Judgement::knownFailures)))
                .appendAll(state.agents().questions().answers().flatMap(RequestResults::assumed));
    }

    private static Option<String> named(String what, Vector<CheckFailure> failures) {
        return Option.when(
                failures.nonEmpty(), () -> what + VerdictText.names(failures.distinct()));
    }

    private static Option<String> assumed(Answer answer) {
        return switch (answer.source()) {
            case USER -> Option.none();
            case RECOMMENDATION ->
                    Option.of("assumed: " + answer.question() + " - " + answer.text());
            case AGENT -> Option.of("assumed: " + answer.question() + " - left to the agent");
        };
    }
}
