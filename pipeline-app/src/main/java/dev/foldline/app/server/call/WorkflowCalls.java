package dev.foldline.app.server.call;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.inspect.Diff;
import dev.foldline.app.command.inspect.ExplanationPage;
import dev.foldline.app.command.inspect.StatePage;
import dev.foldline.app.command.runtime.WorkflowReport;
import dev.foldline.app.history.History;
import dev.foldline.app.projection.MemoText;
import dev.foldline.app.runtime.WorkflowView;
import dev.foldline.app.runtime.WorkflowView.TaskLine;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.app.server.call.Call.Gives;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What can be read of workflows of tasks, and how they are followed. */
record WorkflowCalls(Desk desk, Documents documents) {
    private static final String ALL = "foldline.workflows/1";
    private static final String TASKS = "foldline.tasks/1";
    private static final Field CHILD = Field.text("run", "the run of one of its tasks; without it, the workflow's own");

    WorkflowCalls(Desk desk) { this(desk, new Documents()); }

    Vector<Call> all() {
        return Vector.of(
                Call.get("/api/workflows", "All workflows, the latest first.", Gives.document(ALL), _ -> list()),
                Call.get("/api/workflows/{id}", "How a workflow, its tasks and their terminals stand.", Gives.document(WorkflowReport.SCHEMA),
                        asked -> Answer.told(report(desk.workflow(asked)))),
                Call.get("/api/workflows/{id}/tasks", "How its tasks and their terminals stand.", Gives.document(TASKS), this::tasks),
                Call.get("/api/workflows/{id}/memo", "In a few numbers how far it has come.", new Gives(200, Gives.JSON, Option.none()),
                        asked -> Answer.told(memo(desk.workflow(asked)))),
                Call.get("/api/workflows/{id}/timeline", "What happened, one line an event.", Gives.document(RunPages.LOG), page(RunPages::timeline))
                        .asking(CHILD).asking(RunPages.TIMELINE),
                Call.get("/api/workflows/{id}/state", "The state after an event.", Gives.document(StatePage.SCHEMA), page(RunPages::state)).asking(CHILD, RunPages.SEQ),
                Call.get("/api/workflows/{id}/explain", "Which rule decides after an event, and why.", Gives.document(ExplanationPage.SCHEMA),
                        page(RunPages::explanation)).asking(CHILD, RunPages.SEQ),
                Call.get("/api/workflows/{id}/diff", "What changed in the state between two events.", Gives.document(Diff.SCHEMA), page(RunPages::diff))
                        .asking(CHILD).asking(RunPages.DIFF),
                Call.get("/api/workflows/{id}/events", "Its messages as Server-Sent Events; Last-Event-ID is heeded.",
                        new Gives(200, "text/event-stream", Option.none()), messages(Answer.Form.EVENT_STREAM)).asking(Asked.AFTER),
                Call.get("/api/workflows/{id}/events/ws", "The same messages over a WebSocket.",
                        new Gives(101, "application/json", Option.none()), messages(Answer.Form.WEB_SOCKET)).asking(Asked.AFTER));
    }

    private Answer list() throws IOException {
        var found = new ArrayList<Object>();
        var runs = Vector.ofAll(desk.here().runs().newestFirst());
        documents.only(runs);
        for (var run : runs) found.addAll(line(run).toJavaList());
        return Answer.told(JsonText.fields("schema", ALL, "workflows", found));
    }

    /** None for a run that is no workflow. */
    private Option<Object> line(RunDirectory workflow) throws IOException {
        try {
            return Option.of(report(workflow).get("workflow"));
        } catch (IOException | UserError unreadable) {
            return Option.when(isKnown(workflow), () -> JsonText.fields("id", workflow.id().text(), "status", "failed", "error", String.valueOf(unreadable.getMessage())));
        }
    }

    /** Whether it is a workflow; of what cannot be read at all nobody can say so. */
    private static boolean isKnown(RunDirectory run) {
        try {
            return Workflows.isWorkflow(run);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** What the command prints of it; nothing, if it is no workflow. */
    private Map<String, Object> report(RunDirectory workflow) throws IOException {
        var runs = desk.here().runs();
        return documents.about(workflow, () -> {
            if (!Workflows.isWorkflow(workflow)) return new Documents.Made(JsonText.fields(), Vector.of(workflow));
            var view = WorkflowView.of(workflow, runs);
            return new Documents.Made(WorkflowReport.of(view, workflow, ExitCode.DONE).document(), view.tasks().flatMap(TaskLine::run).map(runs::directory).prepend(workflow));
        });
    }

    private Answer tasks(Asked asked) throws IOException {
        var workflow = desk.workflow(asked);
        return Answer.told(JsonText.fields("schema", TASKS, "workflow", workflow.id().text(), "tasks", report(workflow).getOrDefault("tasks", "")));
    }

    private static Map<String, Object> memo(RunDirectory workflow) throws IOException {
        return JsonMapper.shared().readValue(MemoText.of(workflow), new TypeReference<>() {});
    }

    private Call.Work page(RunCalls.Page page) { return asked -> Answer.told(page.of(new RunPages(history(asked)), asked.query())); }

    private History history(Asked asked) throws IOException {
        var workflow = desk.workflow(asked);
        var child = asked.query().text("run");
        if (child.isEmpty()) return History.open(workflow);
        var history = History.open(desk.run(child.get()));
        if (history.latest().state().header().parent().exists(parent -> parent.run().equals(workflow.id().text()))) return history;
        throw new Refusal(404, "the run " + child.get() + " is no task of this workflow");
    }

    private Call.Work messages(Answer.Form form) { return asked -> desk.followed(desk.workflow(asked), asked, form); }
}
