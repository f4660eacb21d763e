package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Unlock;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An instructed worker's answer: what a call from outside brings, or what a worker that the engine has called hands in instead. */
final class HandedIn {
    private HandedIn() {}

    /** The tool of this name, if it may be used now. */
    static Option<Unlock> unlocked(PipelineState state, Step.External external, String tool) {
        return external.unlock(tool, tags(state), state.failures()).filter(unlock -> state.failures() >= unlock.at());
    }

    /** Under the first rules only what the current item carries. */
    private static Vector<String> tags(PipelineState state) {
        return state.header().isSince(2) ? state.tags() : state.item().map(Item::tags).getOrElse(Vector.empty());
    }

    /** The run goes on as it would behind the same call. What could not be taken from a call is an unusable output. */
    static PipelineState answered(PipelineState state, Step.External external, ArtifactAccepted event) {
        if (external.unlocks().exists(unlock -> unlock.tool().equals(event.label())))
            return unlocked(state, external, event.label()).map(unlock -> used(brought(state, event), unlock, event))
                    .getOrElse(() -> refused(state, event, "the tool " + event.label() + " is locked"));
        if (!external.labels().isEmpty() && !external.labels().contains(event.label()))
            return refused(state, event, "it says " + event.label() + ", not one of " + external.labels().mkString(", "));
        var missing = state.missing(external, event.handedIn().put(external.argument(), event.label()));
        return missing.map(argument -> refused(state, event, "it lacks " + argument))
                .getOrElse(() -> Routes.follow(brought(state, event).with(Continuation.IDLE), external.labels().isEmpty() ? "" : event.label()));
    }

    private static PipelineState brought(PipelineState state, ArtifactAccepted event) {
        return state.with(state.ledger().brought(event.handedIn(), state.isInstructedAgain()));
    }

    /** Whoever is called for help finds what was handed in. */
    private static PipelineState used(PipelineState state, Unlock unlock, ArtifactAccepted event) {
        return unlock.route() instanceof Route.Halt(var why) && !Remedies.isClosing(state)
                ? Remedies.halt(state, Fault.of(Fault.Kind.NEEDS_PERSON, why).withOutput(event.content()))
                : Routes.follow(state, unlock.tool(), unlock.route());
    }

    private static PipelineState refused(PipelineState state, ArtifactAccepted event, String why) {
        return FileReducer.refused(state, why, Option.of(event.content()));
    }
}
