package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.workflow.SkippedWorkflow;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import java.io.IOException;

/** What is done with all workflows at once. */
enum WorkflowSweep {
    RECOVERY("foldline.recovered/1", "resumed", "failed", "has failed"),
    STOP("foldline.stopped/1", "stopped", "running", "could not be stopped");

    private final String schema;
    private final String done;
    private final String status;
    private final String not;

    WorkflowSweep(String schema, String done, String status, String not) {
        this.schema = schema;
        this.done = done;
        this.status = status;
        this.not = not;
    }

    /** The name and version of the document. */
    String schema() {
        return schema;
    }

    static OperationResult recovered(WorkflowRecovery.Found found, Runs runs) throws IOException {
        var result = RECOVERY.result(found.resumed(), found.failed(), runs);
        var running = found.running();
        var document = JsonOutput.fields();
        document.putAll(result.document());
        document.put("running", running.map(RunId::text));
        return new OperationResult(
                document,
                paint ->
                        (running.nonEmpty() && found.resumed().isEmpty() && found.failed().isEmpty()
                                        ? ""
                                        : result.text().in(paint))
                                + running.map(
                                                id ->
                                                        id
                                                                + " is already driven by another"
                                                                + " process\n")
                                        .mkString(),
                result.exit());
    }

    OperationResult result(Vector<RunId> handled, Vector<SkippedWorkflow> failed, Runs runs) {
        var exit = failed.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        schema,
                        "ok",
                        exit == ExitCode.DONE,
                        "exit",
                        exit.value(),
                        done,
                        handled.map(RunId::text),
                        "failed",
                        failed.map(
                                each ->
                                        JsonOutput.fields(
                                                "id",
                                                each.workflow().text(),
                                                "status",
                                                status,
                                                "reason",
                                                each.why()))),
                _ -> text(handled, failed, runs),
                exit);
    }

    private String text(Vector<RunId> handled, Vector<SkippedWorkflow> failed, Runs runs)
            throws IOException {
        if (handled.isEmpty() && failed.isEmpty()) return "No workflow was running.\n";
        var text = new StringBuilder();
        for (var id : handled)
            text.append(id)
                    .append(" was ")
                    .append(done)
                    .append(" and is ")
                    .append(WorkflowView.status(runs.directory(id), runs).word())
                    .append('\n');
        for (var each : failed)
            text.append(each.workflow())
                    .append(' ')
                    .append(not)
                    .append(": ")
                    .append(each.why())
                    .append('\n');
        return text.toString();
    }
}
