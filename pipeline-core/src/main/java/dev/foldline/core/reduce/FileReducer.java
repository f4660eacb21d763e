package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Step;
import io.vavr.control.Option;

/** What became of the files exchanged with agents. */
public final class FileReducer {
    private FileReducer() {}

    public static PipelineState reduce(PipelineState state, FileEvent event) {
        if (!state.awaits(event.ticket()) || !state.isFree()) return state;
        return switch (event) {
            case FileEvent.ArtifactsCleaned _               -> cleaned(state);
            case FileEvent.PromptRendered(_, var prompt)    -> prompted(state, prompt);
            case ArtifactAccepted e                         -> accepted(state, e);
            case ArtifactRefused(_, var name, var why, var content) ->
                    collects(state, name) ? refused(state.answered(), why, content) : state;
        };
    }

    /** The most urgent that asked for it goes on. */
    private static PipelineState cleaned(PipelineState state) {
        var slots = state.slots();
        if (slots.recovery() instanceof Recovery.CleanDue(var failure))
            return Moves.cleaned(state.answered()).with(new Recovery.Watching(failure));
        if (slots.retry() instanceof Retry.Due(var setback))
            return Moves.cleaned(state.answered()).with(new Retry.Underway(setback));
        return switch (slots.continuation()) {
            case Continuation.MoreDue(var n) -> continuing(state, new Continuation.Underway(Continuation.Kind.MORE, n));
            case Continuation.RedoDue(var n) -> continuing(state, new Continuation.Underway(Continuation.Kind.REDO, n));
            case Continuation.Idle _, Continuation.Underway _ -> state.currentStep().exists(Step.Clean.class::isInstance)
                    ? Moves.stepDone(state.answered()) : state;
        };
    }

    private static PipelineState continuing(PipelineState state, Continuation slot) {
        return Moves.cleaned(state.answered()).with(slot);
    }

    private static PipelineState prompted(PipelineState state, String prompt) {
        if (state.slots().recovery() instanceof Recovery.FixDue(var failure))
            return state.answered().with(new Recovery.FixPrompted(failure, prompt));
        return state.currentStep().exists(Step.Prompt.class::isInstance)
                ? Moves.stepDone(state.answered().with(state.ledger().withPrompt(Option.of(prompt)))) : state;
    }

    private static PipelineState accepted(PipelineState state, ArtifactAccepted event) {
        if (state.currentStep().getOrNull() instanceof Step.External external && external.artifact().contains(event.artifact()))
            return HandedIn.answered(state.answered(), external, event);
        if (!(state.currentStep().getOrNull() instanceof Step.Collect(var name, var labels, var list))) return state;
        if (!name.equals(event.artifact())) return state;
        if (!labels.isEmpty() && !labels.contains(event.label()))
            return refused(state.answered(), "it says " + event.label() + ", not one of " + labels.mkString(", "), Option.of(event.content()));
        var kept = state.answered().with(state.ledger().withArtifacts(state.ledger().artifacts().put(name, event.content())));
        var planned = list.map(items -> kept.with(kept.items().planned(items, event.items(), kept.policy().limits().itemsMax())));
        return Routes.follow(planned.getOrElse(kept), labels.isEmpty() ? "" : event.label());
    }

    static PipelineState refused(PipelineState state, String why, Option<String> content) {
        return Remedies.after(state, new Fault(Fault.Kind.OUTPUT_INVALID, why, Option.none(), content));
    }

    private static boolean collects(PipelineState state, String name) {
        return state.currentStep().exists(step -> step instanceof Step.Collect(var expected, _, _) && expected.equals(name)
                || step instanceof Step.External external && external.artifact().contains(name));
    }
}
