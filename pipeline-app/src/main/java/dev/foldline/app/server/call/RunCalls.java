package dev.foldline.app.server.call;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.command.inspect.Diff;
import dev.foldline.app.command.inspect.ExplanationPage;
import dev.foldline.app.command.inspect.StatePage;
import dev.foldline.app.command.inspect.Status;
import dev.foldline.app.history.History;
import dev.foldline.app.server.call.Call.Gives;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.Map;

/** What can be read of the runs of a repository, whether they belong to a workflow or not, and how one that does not goes on. */
record RunCalls(Desk desk, Documents documents) {

    RunCalls(Desk desk) { this(desk, new Documents()); }

    Vector<Call> all() {
        return Vector.of(
                Call.get("/api/runs", "Where all runs stand, the latest first.", Gives.document(Status.ALL),
                        _ -> list()),
                Call.get("/api/runs/{id}", "Where a run stands, and what to do next.", Gives.document(RunReport.SCHEMA), this::run),
                Call.post("/api/runs/{id}/resume", "Take up a run that nobody drives, in a process of its own; a workflow, or a task of one, is taken up as a workflow.", Gives.document(RunReport.SCHEMA), this::resume)
                        .taking(WorkflowDeeds.RULES),
                Call.get("/api/runs/{id}/timeline", "What happened, one line an event.", Gives.document(RunPages.LOG),
                        page(RunPages::timeline)).asking(RunPages.TIMELINE),
                Call.get("/api/runs/{id}/state", "The state after an event.", Gives.document(StatePage.SCHEMA), page(RunPages::state)).asking(RunPages.SEQ),
                Call.get("/api/runs/{id}/explain", "Which rule decides after an event, and why.", Gives.document(ExplanationPage.SCHEMA),
                        page(RunPages::explanation)).asking(RunPages.SEQ),
                Call.get("/api/runs/{id}/diff", "What changed in the state between two events.", Gives.document(Diff.SCHEMA), page(RunPages::diff)).asking(RunPages.DIFF),
                Call.get("/api/runs/{id}/events", "Its events as Server-Sent Events, or the messages of a workflow; Last-Event-ID is heeded.",
                        new Gives(200, "text/event-stream", Option.none()), asked -> desk.followed(desk.run(asked.name("id")), asked, Answer.Form.EVENT_STREAM))
                        .asking(Asked.AFTER));
    }

    private Answer list() throws IOException {
        documents.only(Vector.ofAll(desk.here().runs().newestFirst()));
        return Answer.told(Status.documents(desk.here().runs(), this::report));
    }

    /** One of the pages. */
    @FunctionalInterface
    interface Page {
        Map<String, Object> of(RunPages pages, Values query) throws IOException;
    }

    private Call.Work page(Page page) { return asked -> Answer.told(page.of(new RunPages(History.open(desk.run(asked.name("id")))), asked.query())); }

    private Answer run(Asked asked) throws IOException {
        return Answer.told(report(desk.run(asked.name("id"))));
    }

    private Answer resume(Asked asked) throws IOException, InterruptedException {
        desk.hosting().refuseIfLeaving();
        var run = desk.meantRun(asked, "resume");
        try {
            return Answer.told(desk.resuming().apart(run, asked.fields().isTrue(WorkflowDeeds.RULES.name())));
        } catch (UserError refused) {
            // The request says no more than which run: what does not fit is how that stands.
            throw refused.exit() == ExitCode.USAGE ? Refusal.of(409, refused) : Refusal.of(refused);
        }
    }

    /** What the command prints of it. */
    private Map<String, Object> report(RunDirectory run) throws IOException {
        return documents.about(run, () -> new Documents.Made(Status.report(run, desk.here().root()).document(), Vector.of(run)));
    }
}
