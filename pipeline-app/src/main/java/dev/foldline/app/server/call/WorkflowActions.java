package dev.foldline.app.server.call;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.runtime.WorkflowReport;
import dev.foldline.app.config.Settings;
import dev.foldline.app.operation.Field;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.runtime.WorkflowCreator;
import dev.foldline.app.runtime.WorkflowOperations;
import dev.foldline.app.runtime.WorkflowOperations.CancelledTasks;
import dev.foldline.app.runtime.WorkflowPauser;
import dev.foldline.app.runtime.WorkflowRecovery;
import dev.foldline.app.runtime.WorkflowView;
import dev.foldline.app.runtime.definition.DefinitionSource;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What can be done with workflows of tasks: what the commands do, but that those which are started
 * are driven here.
 */
record WorkflowActions(ApiContext desk) {
    private static final String ONE = "foldline.workflow/1";
    static final Field<Boolean> RULES =
            Field.truth("accept_rules", "continue although it started under other rules");

    private static final Field<Boolean> NOW =
            Field.truth(
                    "now",
                    "kill its agents at once (default: wait up to 15 seconds" + " for them)");
    private static final Field<Boolean> REOPEN =
            Field.truth(
                    "reopen",
                    "restart cancelled tasks, and tasks whose run has lost its"
                            + " log, each on a new branch");
    private static final Field<String> WHY =
            Field.text("why", "for the log").withFallback("cancelled by the user");

    Vector<ApiCall> all() {
        return Vector.of(
                ApiCall.post(
                                "/api/workflows",
                                "Create a workflow without starting it.",
                                new Gives(201, Gives.JSON, io.vavr.control.Option.of(ONE)),
                                this::create)
                        .taking(
                                new RequestBody.Yaml(
                                        "the workflow definition, as in the file for workflow"
                                                + " create it")),
                on("ready", "Mark a workflow as ready to start.", this::ready),
                on("start", "Start a workflow in this server.", this::start).taking(RULES),
                on(
                                "stop",
                                "Pause a workflow with its tasks. Returns when all of them have"
                                        + " stopped.",
                                this::stop)
                        .taking(NOW),
                on(
                                "resume",
                                "Resume it after a pause, or retry what waits for the user.",
                                this::resume)
                        .taking(REOPEN, RULES),
                on(
                                "cancel",
                                "Cancel a workflow and all its tasks. Uncommitted work is saved;"
                                        + " branches are kept.",
                                this::cancel)
                        .taking(WHY),
                on(
                                "resolve",
                                "Continue merging after you have resolved a conflict on its"
                                        + " branch.",
                                this::resolve)
                        .taking(RULES),
                ApiCall.post(
                        "/api/recover",
                        "Resume all workflows whose driver died.",
                        Gives.document("foldline.recovered/1"),
                        _ -> recover()));
    }

    private static ApiCall on(String effect, String about, ApiCall.Work work) {
        return ApiCall.post("/api/workflows/{id}/" + effect, about, Gives.document(ONE), work);
    }

    private ApiResponse create(ValidatedRequest asked) throws IOException {
        var here = desk.here();
        var made =
                new WorkflowCreator(here)
                        .create(
                                RunLauncher.configuration(here.root(), here.environment()),
                                asked.body().getBytes(StandardCharsets.UTF_8),
                                DefinitionSource.BODY);
        return new ApiResponse.Json(
                201, document(made), Map.of("Location", "/api/workflows/" + made.id()));
    }

    private ApiResponse ready(ValidatedRequest asked) throws IOException {
        var workflow = desk.resolve(asked, "ready");
        new WorkflowOperations(desk.here()).ready(workflow);
        return answer(workflow);
    }

    /** Distinguishes an invalid request from a workflow that cannot start. */
    private ApiResponse start(ValidatedRequest asked) throws IOException, InterruptedException {
        desk.hosting().refuseIfLeaving();
        var workflow = startable(asked);
        try {
            desk.hosting().drive(workflows(asked).start(workflow, settings(workflow)));
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED
                    ? ApiException.of(refused)
                    : ApiException.of(
                            500,
                            new UserError(
                                    "Failed to start orchestrator: " + refused.message(),
                                    refused.place(),
                                    refused.hint(),
                                    refused.exit()));
        }
        return answer(workflow);
    }

    private RunDirectory startable(ValidatedRequest asked) throws IOException {
        try {
            var workflow = desk.resolve(asked, "start");
            new WorkflowOperations(desk.here()).refuseUnlessStartable(workflow);
            return workflow;
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED
                    ? ApiException.of(refused)
                    : ApiException.of(400, refused);
        }
    }

    private ApiResponse stop(ValidatedRequest asked) throws IOException, InterruptedException {
        var workflow = desk.workflow(asked);
        new WorkflowPauser(desk.here().runs(), workflow)
                .stop(asked.fields().get(NOW) ? Duration.ZERO : WorkflowPauser.GRACE);
        return answer(workflow);
    }

    private ApiResponse resume(ValidatedRequest asked) throws IOException, InterruptedException {
        return resumed(asked, desk.resolve(asked, "resume"));
    }

    private ApiResponse resumed(ValidatedRequest asked, RunDirectory workflow)
            throws IOException, InterruptedException {
        desk.hosting().refuseIfLeaving();
        // First: a workflow that cannot be driven receives no command.
        var settings = settings(workflow);
        workflows(asked)
                .resume(
                        workflow,
                        settings,
                        asked.fields().get(REOPEN) ? CancelledTasks.RESTARTED : CancelledTasks.KEPT)
                .ifPresent(desk.hosting()::drive);
        return answer(workflow);
    }

    private WorkflowOperations workflows(ValidatedRequest asked) {
        return new WorkflowOperations(desk.here()).accepting(asked.fields().get(RULES));
    }

    private ApiResponse resolve(ValidatedRequest asked) throws IOException, InterruptedException {
        var workflow = desk.resolve(asked, "resolve");
        new WorkflowOperations(desk.here()).refuseUnlessConflicting(workflow);
        return resumed(asked, workflow);
    }

    private ApiResponse cancel(ValidatedRequest asked) throws IOException, InterruptedException {
        var workflow = desk.resolve(asked, "cancel");
        var why = asked.fields().get(WHY);
        if (new WorkflowPauser(desk.here().runs(), workflow).cancelled(why))
            return answer(workflow);
        desk.hosting().refuseIfLeaving();
        desk.hosting().drive(new WorkflowOperations(desk.here()).cancel(workflow, why)).join();
        return answer(workflow);
    }

    private ApiResponse recover() throws IOException {
        desk.hosting().refuseIfLeaving();
        return ApiResponse.json(document(desk.recovery().all()));
    }

    /** Returns what was resumed and what could not be. */
    public static Map<String, Object> document(WorkflowRecovery.Found found) {
        return JsonOutput.fields(
                "schema",
                "foldline.recovered/1",
                "resumed",
                found.resumed().map(RunId::text),
                "running",
                found.running().map(RunId::text),
                "failed",
                found.failed()
                        .map(
                                each ->
                                        JsonOutput.fields(
                                                "id",
                                                each.workflow().text(),
                                                "status",
                                                "failed",
                                                "reason",
                                                each.why())));
    }

    private Settings settings(RunDirectory workflow) {
        return RunLauncher.configuration(desk.here(), workflow, List.of()).settings();
    }

    private ApiResponse answer(RunDirectory workflow) throws IOException {
        return ApiResponse.json(document(workflow));
    }

    private Map<String, Object> document(RunDirectory workflow) throws IOException {
        var document = JsonOutput.fields("schema", ONE);
        document.putAll(
                WorkflowReport.of(
                                WorkflowView.of(workflow, desk.here().runs()),
                                workflow,
                                ExitCode.DONE)
                        .workflow());
        return document;
    }
}
