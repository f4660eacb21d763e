package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddTimeline.Trouble;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** Reads the texts that a run's timeline refers to. */
public final class TddTexts {
    private TddTexts() {}

    /**
     * @throws IOException if a text cannot be read
     */
    public static TddView view(TddTimeline account, Blobs blobs) throws IOException {
        var documents = account.documents();
        var plan =
                documents.plan().isEmpty()
                        ? ActivePr.EMPTY
                        : new ActivePr(TddFiles.document(blobs.text(documents.plan().get())));
        for (var review : documents.reviews())
            plan =
                    plan.and(
                            ActivePr.numbered(
                                    ReviewFindings.tasks(blobs.get(review.content()))
                                            .getOrElse(Vector.empty()),
                                    review.done()));
        var imported =
                documents.state().isEmpty()
                        ? JsonValue.Obj.EMPTY
                        : TddFiles.document(blobs.text(documents.state().get()));
        var error = account.lastError();
        return new TddView(
                account,
                plan.showing(account.state().items().done(Tdd.STEPS).toSet()),
                imported,
                error.isEmpty() ? Option.none() : Option.of(words(error.get(), blobs)),
                account.testOutput().isEmpty()
                        ? Option.none()
                        : Option.of(blobs.text(account.testOutput().get())));
    }

    private static String words(Trouble trouble, Blobs blobs) throws IOException {
        return trouble.words()
                + (trouble.output().isEmpty() ? "" : blobs.text(trouble.output().get()));
    }
}
