package dev.foldline.app.run;

import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.forge.AnswerRules.OpenGate;
import dev.foldline.effects.forge.RequestObserver;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;

/** A run that waits for what the forge reports: news of its pull request, or a gate's answer. */
public final class RequestWait {
    private RequestWait() {}

    /** Returns whether a run waits like that. */
    public static boolean isOf(PipelineState state) {
        return Pipeline.decide(state).effect() instanceof Wait wait && isOf(wait, state);
    }

    static boolean isOf(Wait wait, PipelineState state) {
        return state.ledger().repository().request().link().isDefined()
                && !wait.awaited().exists(WaitCondition.Resumption.class::isInstance)
                && wait.awaited()
                        .exists(
                                each ->
                                        each instanceof WaitCondition.PullRequestNews
                                                || each instanceof WaitCondition.Resolution);
    }

    /**
     * Asks the forge whether there is something that a run was not notified of.
     *
     * @throws IOException if the forge is not reached
     */
    public static boolean hasNews(RequestObserver observer, Workspace here, PipelineState state)
            throws IOException, InterruptedException {
        var gate =
                state.slots().gate() instanceof GateSlot.Open(var open)
                        ? Option.<OpenGate>of(
                                new GateOpening(
                                        here.runs().directory(new RunId(state.header().run())),
                                        open))
                        : Option.<OpenGate>none();
        return observer.news(state.ledger().repository().request(), gate).isDefined();
    }
}
