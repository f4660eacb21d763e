package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.POINT;
import static dev.foldline.app.operation.Fields.RUN;
import static dev.foldline.app.operation.Fields.SEQ;

import dev.foldline.app.error.UserError;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.history.CostSheet;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.CostPage;
import dev.foldline.app.report.ExplanationPage;
import dev.foldline.app.report.PromptText;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.StatePage;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.PastRepair;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;

/** What can be asked about a run: status, state, decision, differences and cost. */
public final class RunQueries {
    /** Whether the prompt is shown. */
    public static final Field<Boolean> PROMPT =
            Field.truth("prompt", "show the text of the latest prompt instead");

    private static final String TASK_SCHEMA = "foldline.run-task/1";

    private RunQueries() {}

    static final Operation STATUS =
            Operation.query(
                            "status",
                            "Show the state of a run and what to do next.",
                            RunReport.SCHEMA,
                            RunQueries::status)
                    .withFields(RUN)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("status"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_status"));

    static final Operation SHOW =
            Operation.query(
                            "show",
                            "Show the state of a run, now or after an event.",
                            StatePage.SCHEMA,
                            RunQueries::show)
                    .withFields(POINT, SEQ, PROMPT, SharedCommands.PUBLISHED)
                    .withExamples(
                            "foldline show                      the latest run now, with its open"
                                    + " gate",
                            "foldline show @:120                after event 120",
                            "foldline show @:120 --prompt       the prompt of the call at event"
                                    + " 120")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}/state"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_show"));

    static final Operation EXPLAIN =
            Operation.query(
                            "explain",
                            "Show which rule decides what a run does next, and why.",
                            ExplanationPage.SCHEMA,
                            RunQueries::explain)
                    .withFields(POINT, SEQ, SharedCommands.PUBLISHED)
                    .withExamples(
                            "foldline explain                   what the latest run does or waits"
                                    + " for now, and why",
                            "foldline explain @:120             what it did after event 120, and"
                                    + " why")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}/explain"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_explain"));

    static final Operation COST =
            Operation.query(
                            "cost",
                            "Show the cost of a run by phase and agent. A cost that an agent does"
                                    + " not report is unknown, not zero.",
                            CostPage.SCHEMA,
                            RunQueries::cost)
                    .withFields(POINT, SharedCommands.PUBLISHED)
                    .withExamples(
                            "foldline cost @~1 --json",
                            "foldline cost @:120                until event 120")
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_cost"));

    static final Operation TASK =
            Operation.query("run task", "Get the task of a run.", TASK_SCHEMA, RunQueries::task)
                    .withFields(RUN)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Absent("`report` prints it"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("GET /api/runs/{run}/task"));

    private static OperationResult task(OperationContext context, Input input) throws IOException {
        var run = context.read(input.get(RUN));
        var id = RunHistory.open(run).latest().state().header().task();
        var text = context.runs().blobs().text(id);
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        TASK_SCHEMA,
                        "run",
                        JsonOutput.fields("id", run.id().text()),
                        "text",
                        text),
                _ -> text);
    }

    private static OperationResult status(OperationContext context, Input input)
            throws IOException {
        var run = context.read(input.get(RUN));
        var report = RunReport.of(run, RunHistory.open(run).latest(), context.checkout().root());
        return OperationResult.of(report.document(), report::text);
    }

    private static OperationResult show(OperationContext context, Input input) throws IOException {
        var argument = RunArgument.of(input);
        var run = SharedCommands.read(context, input, argument.run());
        var history = RunHistory.open(run);
        var point = argument.point(history);
        if (input.get(PROMPT)) {
            var prompt = PromptText.of(history.name(), point, run.blobs());
            return OperationResult.of(prompt.document(), _ -> prompt.page());
        }
        return OperationResult.of(
                StatePage.document(history.name(), point),
                paint ->
                        new StatePage(point, paint).text()
                                + (argument.seq().isEmpty()
                                                && input.find(SharedCommands.PUBLISHED).isEmpty()
                                        ? gate(context, run, paint)
                                        : ""));
    }

    /** Shows an open gate with the state, so that the user can decide at once. */
    private static String gate(
            OperationContext context, RunDirectory run, dev.foldline.app.output.TextStyle paint)
            throws IOException, InterruptedException {
        var open = OpenGate.in(run);
        if (open.isEmpty()) return "";
        try {
            return context.withRepository(
                    here ->
                            "\n"
                                    + GatePage.of(
                                            open.get(),
                                            ApprovalTarget.of(here, open.get()),
                                            here.runs().blobs(),
                                            paint));
        } catch (UserError unseen) {
            context.notices().accept("cannot read what the gate shows: " + unseen.message());
            return "";
        }
    }

    private static OperationResult explain(OperationContext context, Input input)
            throws IOException {
        var argument = RunArgument.of(input);
        var page =
                ExplanationPage.of(
                        RunHistory.open(SharedCommands.read(context, input, argument.run())),
                        argument.seq());
        return OperationResult.of(page.document(), page::text);
    }

    private static OperationResult cost(OperationContext context, Input input) throws IOException {
        var argument = RunArgument.parse(input.get(POINT));
        var run = SharedCommands.read(context, input, argument.run());
        var history = RunHistory.open(run);
        for (var repair : PastRepair.of(run))
            context.notices()
                    .accept(
                            "the log of run "
                                    + run.id()
                                    + " was repaired: "
                                    + repair.text()
                                    + ". Calls in them are not counted");
        var page = new CostPage(run.id().text(), CostSheet.of(history, argument.seq()));
        return OperationResult.of(page.document(), _ -> page.text());
    }
}
