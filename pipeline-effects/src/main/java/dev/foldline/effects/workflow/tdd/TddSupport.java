package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.workflow.WorkflowSupport;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** The support of {@code tdd}: its two documents, its artifacts and its instructions. */
public final class TddSupport implements WorkflowSupport {
    private static final Vector<String> FILES = Vector.of(TddFiles.STATE, TddFiles.PLAN);

    @Override
    public Vector<String> exchangedFiles() {
        return FILES;
    }

    @Override
    public Vector<String> filesShowing(RunDirectory run) {
        return WrittenHashes.isOf(run) ? FILES : Vector.empty();
    }

    /**
     * The two files are written for users, which a replay does not do; they are still Foldline's.
     */
    @Override
    public void prepareReplay(Workflow workflow, RunDirectory run) throws IOException {
        var isDriven =
                workflow.phases()
                        .flatMap(Phase::steps)
                        .exists(step -> step instanceof Step.WorkerRequest work && !work.waits());
        if (isDriven) WrittenHashes.of(run).add(new byte[0]);
    }

    @Override
    public Option<String> title(String document) {
        return Option.of(TddFiles.title(document));
    }

    @Override
    public Handler handler(RunContext run, Prompts prompts) {
        var worker = new DrivenWorkerApi(run, prompts);
        var review = new ReviewRequest(run, prompts);
        var artifacts = new TddArtifacts(run.root(), run.exchange(), run.blobs());
        return (ticket, effect) -> {
            if (effect instanceof RenderPrompt e && DrivenWorkerApi.isInstruction(e))
                return Option.of(worker.instruct(ticket, e));
            if (effect instanceof RenderPrompt e && ReviewRequest.isRequestedBy(e))
                return Option.of(review.render(ticket, e));
            if (!(effect instanceof CollectArtifact e)) return Option.none();
            if (DrivenWorkerApi.takes(e)) return Option.of(worker.take(ticket, e));
            return TddArtifacts.knows(e.artifact())
                    ? Option.of(artifacts.collect(ticket, e))
                    : Option.none();
        };
    }
}
