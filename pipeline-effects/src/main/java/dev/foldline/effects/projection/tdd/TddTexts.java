package dev.foldline.effects.projection.tdd;

import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.projection.tdd.TddAccount.Trouble;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.tdd.Findings;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.store.Blobs;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;

/** The texts that an account of a run names by their ids. */
public final class TddTexts {
    private TddTexts() {}

    /** @throws IOException if one of them cannot be read */
    public static Told told(TddAccount account, Blobs blobs) throws IOException {
        var documents = account.documents();
        var plan = documents.plan().isEmpty() ? ActivePr.EMPTY : new ActivePr(TddFiles.document(blobs.text(documents.plan().get())));
        for (var review : documents.reviews()) plan = plan.and(ActivePr.numbered(Findings.tasks(blobs.get(review.content())).getOrElse(Vector.empty()), review.done()));
        var imported = documents.state().isEmpty() ? Json.Obj.EMPTY : TddFiles.document(blobs.text(documents.state().get()));
        var error = account.lastError();
        return new Told(account, plan.showing(account.state().items().done(Tdd.STEPS).toSet()), imported,
                error.isEmpty() ? Option.none() : Option.of(words(error.get(), blobs)),
                account.testOutput().isEmpty() ? Option.none() : Option.of(blobs.text(account.testOutput().get())));
    }

    private static String words(Trouble trouble, Blobs blobs) throws IOException {
        return trouble.words() + (trouble.output().isEmpty() ? "" : blobs.text(trouble.output().get()));
    }
}
