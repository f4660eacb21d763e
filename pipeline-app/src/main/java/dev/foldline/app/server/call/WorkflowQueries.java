package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.RunQueries;
import dev.foldline.app.operation.WorkflowReads;
import dev.foldline.app.operation.WorkflowReport;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.ExplanationPage;
import dev.foldline.app.report.StatePage;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.app.workflow.WorkflowQueue;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.app.workflow.WorkflowView.TaskLine;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;

/** What can be read of workflows of tasks, and how they are followed. */
record WorkflowQueries(ApiContext desk, DocumentCache documents) {
    private static final String TASKS = "foldline.tasks/1";
    private static final Field<String> CHILD =
            Field.text("run", "run id of one of its tasks (default: the workflow's own run)");

    WorkflowQueries(ApiContext desk) {
        this(desk, new DocumentCache());
    }

    Vector<ApiCall> all() {
        return Vector.of(
                        ApiCall.get(
                                "/api/workflows",
                                "List all workflows, latest first.",
                                Gives.document(WorkflowReads.LIST_SCHEMA),
                                _ -> list()),
                        ApiCall.get(
                                "/api/workflows/{id}",
                                "Get the status of a workflow, its tasks and their terminals.",
                                Gives.document(WorkflowReport.SCHEMA),
                                asked -> ApiResponse.json(report(desk.workflow(asked)))),
                        ApiCall.get(
                                "/api/workflows/{id}/tasks",
                                "Get the status of its tasks and their terminals.",
                                Gives.document(TASKS),
                                this::tasks),
                        ApiCall.get(
                                        "/api/workflows/{id}/timeline",
                                        "List the events, one line each.",
                                        Gives.form(RunCalls.TIMELINE),
                                        page(RunPages::timeline))
                                .asking(CHILD)
                                .asking(RunPages.TIMELINE),
                        ApiCall.get(
                                        "/api/workflows/{id}/state",
                                        "Get the state after an event.",
                                        Gives.document(StatePage.SCHEMA),
                                        page(RunPages::state))
                                .asking(CHILD, RunPages.SEQ, RunQueries.PROMPT),
                        ApiCall.get(
                                        "/api/workflows/{id}/explain",
                                        "Get the rule that decides after an event, and why.",
                                        Gives.document(ExplanationPage.SCHEMA),
                                        page(RunPages::explanation))
                                .asking(CHILD, RunPages.SEQ),
                        ApiCall.get(
                                        "/api/workflows/{id}/diff",
                                        "Compare the states after two events.",
                                        Gives.form(RunCalls.DIFF),
                                        page(RunPages::diff))
                                .asking(CHILD)
                                .asking(RunPages.DIFF))
                .appendAll(streams());
    }

    private Vector<ApiCall> streams() {
        return Vector.of(
                ApiCall.get(
                                "/api/workflows/{id}/events",
                                "Its messages as Server-Sent Events; Last-Event-ID is supported.",
                                new Gives(200, "text/event-stream", Option.none()),
                                messages(ApiResponse.Form.EVENT_STREAM))
                        .asking(
                                ValidatedRequest.AFTER,
                                ValidatedRequest.TYPES,
                                ValidatedRequest.OUTPUT),
                ApiCall.get(
                                "/api/workflows/{id}/events/ws",
                                "The same messages over a WebSocket.",
                                new Gives(101, "application/json", Option.none()),
                                messages(ApiResponse.Form.WEB_SOCKET))
                        .asking(
                                ValidatedRequest.AFTER,
                                ValidatedRequest.TYPES,
                                ValidatedRequest.OUTPUT));
    }

    private ApiResponse list() throws IOException {
        var runs = WorkflowLookup.all(desk.here().runs());
        documents.only(runs);
        return ApiResponse.json(
                JsonOutput.fields(
                        "schema",
                        WorkflowReads.LIST_SCHEMA,
                        "workflows",
                        WorkflowReads.lines(runs, this::report)));
    }

    /** What the command prints of it; nothing, if it is no workflow. */
    private Map<String, Object> report(RunDirectory workflow) throws IOException {
        var runs = desk.here().runs();
        return documents.about(
                workflow,
                () -> {
                    if (!WorkflowLookup.isWorkflow(workflow))
                        return new DocumentCache.Made(JsonOutput.fields(), Vector.of(workflow));
                    var view = WorkflowView.of(workflow, runs);
                    return new DocumentCache.Made(
                            WorkflowReport.ofStatus(view, workflow, runs).document(),
                            view.tasks()
                                    .flatMap(TaskLine::run)
                                    .appendAll(queue(view, runs))
                                    .map(runs::directory)
                                    .prepend(workflow));
                });
    }

    /** The position in the queue depends on the other queued workflows. */
    private static Vector<RunId> queue(WorkflowView view, Runs runs) throws IOException {
        return view.status() == WorkflowStatus.QUEUED
                ? new WorkflowQueue(runs).inOrder()
                : Vector.empty();
    }

    private ApiResponse tasks(ValidatedRequest asked) throws IOException {
        var workflow = desk.workflow(asked);
        return ApiResponse.json(
                JsonOutput.fields(
                        "schema",
                        TASKS,
                        "workflow",
                        workflow.id().text(),
                        "tasks",
                        report(workflow).getOrDefault("tasks", "")));
    }

    private ApiCall.Work page(RunCalls.Page page) {
        return asked ->
                ApiResponse.json(
                        page.of(
                                new RunPages(history(asked), desk.here().runs().blobs()),
                                asked.query()));
    }

    private RunHistory history(ValidatedRequest asked) throws IOException {
        var workflow = desk.workflow(asked);
        var child = asked.query().find(CHILD);
        if (child.isEmpty()) return RunHistory.open(workflow);
        var history = RunHistory.open(desk.run(child.get()));
        if (history.latest()
                .state()
                .header()
                .parent()
                .exists(parent -> parent.run().equals(workflow.id().text()))) return history;
        throw new ApiException(404, "the run " + child.get() + " is no task of this workflow");
    }

    private ApiCall.Work messages(ApiResponse.Form form) {
        return asked -> desk.followed(desk.workflow(asked), asked, form);
    }
}
