package dev.foldline.app.server.call;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.InputFile;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.operation.WorkflowCommands;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.app.workflow.WorkflowOperations;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The commands for workflows in the form that S1 clients rely on: the workflow's fields are at the
 * top level of the answer.
 */
record WorkflowCalls(ApiContext context, OperationCalls operations) {
    private static final String SCHEMA = "foldline.workflow/1";
    private static final String PREFIX = "POST /api/workflows/{id}/";

    Vector<ApiCall> all() {
        return Operations.ALL
                .flatMap(
                        each ->
                                each.endpoint(FrontEnd.HTTP) instanceof Endpoint.Own(var name)
                                                && name.startsWith(PREFIX)
                                        ? Vector.of(call(each, name.split(" ")[1]))
                                        : Vector.<ApiCall>empty())
                .prepend(
                        ApiCall.post(
                                        "/api/workflows",
                                        WorkflowCommands.CREATE.summary(),
                                        Gives.document(201, SCHEMA),
                                        this::create)
                                .taking(
                                        new RequestBody.Yaml(
                                                "the workflow definition, as in the file for"
                                                        + " workflow create it")));
    }

    private ApiCall call(Operation operation, String template) {
        return ApiCall.post(
                        template,
                        operation.summary(),
                        Gives.document(SCHEMA),
                        operation == WorkflowCommands.START
                                ? this::start
                                : request -> {
                                    context.workflow(request);
                                    return ApiResponse.json(perform(operation, request));
                                })
                .needing(operation.contract().permission())
                .taking(
                        operation
                                .fields(FrontEnd.HTTP)
                                .filter(field -> !template.contains("{" + field.name() + "}"))
                                .toJavaArray(Field<?>[]::new));
    }

    private Map<String, Object> perform(Operation operation, ValidatedRequest request)
            throws IOException, InterruptedException {
        return workflow(operations.perform(operation, request));
    }

    private static Map<String, Object> workflow(Map<String, ?> report) {
        var document = JsonOutput.fields("schema", SCHEMA);
        if (report.get("workflow") instanceof Map<?, ?> workflow)
            workflow.forEach((name, value) -> document.put(name.toString(), value));
        return document;
    }

    private ApiResponse create(ValidatedRequest request) throws IOException, InterruptedException {
        var definition =
                new InputFile(request.body().getBytes(StandardCharsets.UTF_8), Option.none());
        var document =
                workflow(
                        operations.perform(
                                WorkflowCommands.CREATE,
                                Input.of(
                                        HashMap.of(
                                                WorkflowCommands.DEFINITION.name(), definition))));
        return new ApiResponse.Json(
                201,
                document,
                Map.of("Location", context.path() + "/api/workflows/" + document.get("id")));
    }

    /** Distinguishes an invalid request from a workflow that cannot start. */
    private ApiResponse start(ValidatedRequest request) throws IOException, InterruptedException {
        context.hosting().refuseIfLeaving();
        refuseUnlessStartable(request);
        try {
            return ApiResponse.json(perform(WorkflowCommands.START, request));
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
    }

    private void refuseUnlessStartable(ValidatedRequest request) throws IOException {
        try {
            new WorkflowOperations(context.here())
                    .refuseUnlessStartable(context.resolve(request, "start"));
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED
                    ? ApiException.of(refused)
                    : ApiException.of(400, refused);
        }
    }
}
