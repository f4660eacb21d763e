package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.projection.MemoText;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What can be asked about workflows of tasks: the list, the status and a summary. */
public final class WorkflowReads {
    /** The name and version of the list's document. */
    public static final String LIST_SCHEMA = "foldline.workflows/1";

    private static final int CHARS_MAX = 40_000;

    static final Field<String> ID =
            Field.text("id", "workflow id (default: latest)")
                    .withFallback("@")
                    .asArgument("WORKFLOW");

    /** The workflow that a command changes; only the command line may leave it out. */
    static final Field<String> CHANGED_ID =
            Field.text(
                            "id",
                            "workflow id, as `workflow list` lists it (default on the command line:"
                                    + " latest)")
                    .withFallback("@")
                    .requiredRemotely()
                    .asArgument("WORKFLOW");

    private WorkflowReads() {}

    static final Operation LIST =
            Operation.query(
                            "workflow list",
                            "List the definitions of workflows, and the workflows of tasks, latest"
                                    + " first.",
                            LIST_SCHEMA,
                            WorkflowReads::list)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/workflows"));

    static final Operation STATUS =
            Operation.query(
                            "workflow status",
                            "Show the status of a workflow, its tasks and their terminals.",
                            WorkflowReport.SCHEMA,
                            (context, input) ->
                                    status(
                                            context,
                                            context.runs(),
                                            context.workflow(input.get(ID))))
                    .withFields(ID)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/workflows/{id}"));

    static final Operation MEMO =
            Operation.query(
                            "workflow memo",
                            "Print the progress of a workflow as one JSON object.",
                            "",
                            WorkflowReads::memo)
                    .withFields(ID)
                    .withEndpoint(
                            FrontEnd.HTTP, new Endpoint.Derived("GET /api/workflows/{id}/memo"));

    /** Returns a description of one workflow. */
    @FunctionalInterface
    public interface Report {
        /**
         * @return the document about the workflow, empty if the run is no workflow
         */
        Map<String, Object> of(RunDirectory run) throws IOException;
    }

    private static OperationResult list(OperationContext context, Input input) throws IOException {
        var lines = ofTasks(context);
        var definitions = DefinitionList.of(context);
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        LIST_SCHEMA,
                        "definitions",
                        definitions.documents(),
                        "workflows",
                        lines),
                _ ->
                        "Definitions\n"
                                + definitions.text()
                                + "\nWorkflows of tasks\n"
                                + (lines.isEmpty()
                                        ? "  none\n"
                                        : lines.map(line -> "  " + text(line)).mkString()));
    }

    /** Outside a repository there are none. */
    private static Vector<Map<String, Object>> ofTasks(OperationContext context)
            throws IOException {
        Runs runs;
        try {
            runs = context.runs();
        } catch (UserError noRepository) {
            return Vector.empty();
        }
        return lines(WorkflowLookup.all(runs), run -> report(run, runs));
    }

    private static String text(Map<String, Object> line) {
        return line.get("id")
                + "  "
                + line.get("status")
                + (line.get("name") instanceof Option<?> name
                        ? name.map(each -> "  " + each).getOrElse("")
                        : "")
                + "\n";
    }

    /** One document for each workflow; a workflow whose log cannot be read has failed. */
    public static Vector<Map<String, Object>> lines(Vector<RunDirectory> runs, Report report) {
        return runs.flatMap(run -> line(run, report));
    }

    @SuppressWarnings("unchecked") // WorkflowReport writes it
    private static Option<Map<String, Object>> line(RunDirectory run, Report report) {
        try {
            return Option.of((Map<String, Object>) report.of(run).get("workflow"));
        } catch (IOException | UserError unreadable) {
            return Option.when(
                    isWorkflow(run),
                    () ->
                            JsonOutput.fields(
                                    "id",
                                    run.id().text(),
                                    "status",
                                    "failed",
                                    "error",
                                    String.valueOf(unreadable.getMessage())));
        }
    }

    private static boolean isWorkflow(RunDirectory run) {
        try {
            return WorkflowLookup.isWorkflow(run);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Map<String, Object> report(RunDirectory run, Runs runs) throws IOException {
        return WorkflowLookup.isWorkflow(run)
                ? WorkflowReport.of(WorkflowView.of(run, runs), run, runs, ExitCode.DONE).document()
                : JsonOutput.fields();
    }

    /** The status of a workflow; reading it succeeds, whatever the workflow waits for. */
    private static OperationResult status(
            OperationContext context, Runs runs, RunDirectory workflow) throws IOException {
        if (KnownHeads.missing(workflow).isPresent()) return report(context, runs, workflow);
        var report = WorkflowReport.ofStatus(WorkflowView.of(workflow, runs), workflow, runs);
        return OperationResult.of(report.document(), report::text);
    }

    /** The report on a workflow that is not driven by this request. */
    static OperationResult report(OperationContext context, Runs runs, RunDirectory workflow)
            throws IOException {
        var missing = KnownHeads.missing(workflow);
        missing.ifPresent(
                damage ->
                        context.notices()
                                .accept(
                                        "workflow "
                                                + workflow.id()
                                                + " cannot continue: "
                                                + damage.message()
                                                + "; to repair it: foldline log repair "
                                                + workflow.id()));
        return report(runs, workflow, missing.isPresent() ? ExitCode.DIVERGED : ExitCode.DONE);
    }

    /**
     * @param left what the workflow's own run ended with
     */
    static OperationResult report(Runs runs, RunDirectory workflow, ExitCode left)
            throws IOException {
        var report = WorkflowReport.of(WorkflowView.of(workflow, runs), workflow, runs, left);
        return new OperationResult(report.document(), report::text, report.exit());
    }

    /** No type token: its class would be loaded with this one, by commands that need no JSON. */
    @SuppressWarnings("unchecked") // an object has names
    private static OperationResult memo(OperationContext context, Input input) throws IOException {
        var memo =
                (Map<String, Object>)
                        JsonMapper.shared()
                                .readValue(MemoText.of(context.workflow(input.get(ID))), Map.class);
        if (memo.get("conversation_history") instanceof List<?> exchanges)
            for (var each : exchanges)
                if (each instanceof Map<?, ?> exchange
                        && exchange.get("instruction") instanceof Map<?, ?> instruction)
                    quote((Map<String, Object>) instruction, context.runs().blobs());
        return OperationResult.of(memo, _ -> JsonMapper.shared().writeValueAsString(memo) + "\n");
    }

    /** Replaces the ids of a prompt and its answer by their texts, which are stored redacted. */
    private static void quote(Map<String, Object> instruction, Blobs blobs) throws IOException {
        for (var part : List.of("prompt", "answer"))
            if (instruction.get(part) instanceof String id)
                instruction.put(part, blobs.text(id, CHARS_MAX));
    }
}
