package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.pull.PullWorkerApi;
import dev.foldline.app.pull.PullWorkerApi.WorkerCall;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.projection.tdd.Instructions;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** The calls of an agent that pulls its work, and what its operator does. */
final class PullCommands {
    private static final String SCHEMA = "foldline.task/1";
    private static final String RESET_SCHEMA = "foldline.reset/1";
    private static final String IMPORT_SCHEMA = "foldline.import/1";
    private static final String REPORT_NAME = "markdown_report";

    private static final Field<String> REQUEST =
            Field.text(
                            "request_id",
                            "idempotency key: a repeated call with the same name gets the same"
                                    + " answer")
                    .asFlag("NAME", "--request");
    private static final Field<String> TEST =
            Field.text(Tdd.TEST, "shell command that runs the test of this step")
                    .asFlag("LINE", "--test-command");
    private static final Field<String> EXPECTATION =
            Field.text("expectation", "expected result of the test")
                    .asFlag("PASS|FAIL", "--expectation");
    private static final Field<String> DECISION =
            Field.text("analysis_decision", "whether the test failed for the right reason")
                    .asFlag("SUCCESS|FAILURE", "--analysis-decision");
    private static final Field<String> WITHDRAWAL =
            Field.text(
                            Tdd.WITHDRAWAL,
                            "why the previous failing test was wrong. This test replaces it, and"
                                    + " the review sees the reason")
                    .asFlag("TEXT", "--withdrawal-reason");
    private static final Field<String> COMMIT =
            Field.text("commit_hash", "the only commit of the pull request")
                    .asFlag("HASH", "--commit-hash");
    private static final Field<Boolean> NOTHING_LEFT =
            Field.truth(
                    Tdd.NOTHING_LEFT,
                    "instead of a plan: every pull request of the plan file is done");
    private static final Field<String> REPORT =
            Field.text(REPORT_NAME, "report, in Markdown").asFlag("TEXT", "-m");
    private static final Field<InputFile> REPORT_FILE =
            Field.file("report_file", "file with the report, or - for standard input")
                    .onCommandLineOnly()
                    .asFlag("FILE", "-f");
    private static final Vector<Field<String>> WORK =
            Vector.of(TEST, EXPECTATION, WITHDRAWAL, DECISION, COMMIT);

    private PullCommands() {}

    static final Operation GET =
            call("task get", "Get the next instruction.", CallKind.GET, "")
                    .withFields(REQUEST)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("get_task"));

    static final Operation SUBMIT =
            call("task submit", "Submit work for verification.", CallKind.SUBMIT, "")
                    .withFields(
                            TEST, EXPECTATION, DECISION, WITHDRAWAL, COMMIT, NOTHING_LEFT, REQUEST)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("submit_work"));

    static final Operation REDUCE_SCOPE =
            call(
                            "task reduce-scope",
                            "Set the step aside and plan the rest in smaller tasks. Unlocked after"
                                    + " repeated failures.",
                            CallKind.TOOL,
                            Tdd.REDUCE_SCOPE)
                    .withFields(REQUEST)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own(Tdd.REDUCE_SCOPE));

    static final Operation ESCALATE =
            call(
                            "task escalate",
                            "Escalate to a human with a report. Unlocked after many failures.",
                            CallKind.TOOL,
                            Tdd.ESCALATE)
                    .withFields(REPORT, REPORT_FILE, REQUEST)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own(Tdd.ESCALATE));

    static final Operation RESET =
            Operation.command(
                    "reset",
                    "Abandon the pull request that an agent is working on. Uncommitted work is"
                            + " saved to a ref; branches stay.",
                    RESET_SCHEMA,
                    Repetition.IDEMPOTENT,
                    PullCommands::reset);

    static final Operation IMPORT =
            Operation.command(
                            "import",
                            "Import ORCHESTRATION_STATE.json and ACTIVE_PR.json from this"
                                    + " repository, replacing the current work.",
                            IMPORT_SCHEMA,
                            Repetition.REPEATED,
                            PullCommands::importState)
                    .withFailures(ExitCode.FAILED);

    private static Operation call(String name, String summary, CallKind kind, String tool) {
        return Operation.command(
                        name,
                        summary,
                        SCHEMA,
                        Repetition.REPEATED,
                        (context, input) -> answer(context, input, kind, tool))
                .withPermission(Permission.WORK)
                .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.ESCALATED, ExitCode.HALTED)
                .withEndpoint(
                        FrontEnd.HTTP,
                        new Endpoint.Absent("the agent works in the same working tree: use MCP"));
    }

    private static OperationResult answer(
            OperationContext context, Input input, CallKind kind, String tool)
            throws IOException, InterruptedException {
        if (kind == CallKind.SUBMIT && input.get(NOTHING_LEFT)) {
            if (WORK.exists(field -> input.find(field).isDefined()))
                throw new UserError(
                        "--nothing-left excludes the other options",
                        "--nothing-left",
                        "foldline task submit --nothing-left",
                        ExitCode.USAGE);
            return answer(context, input, CallKind.TOOL, Tdd.NOTHING_LEFT);
        }
        try (var worker = open(context)) {
            return result(
                    context,
                    worker.answer(
                            new WorkerCall(
                                    input.find(REQUEST)
                                            .getOrElse(() -> UUID.randomUUID().toString()),
                                    kind,
                                    tool,
                                    arguments(input, tool))));
        }
    }

    private static PullWorkerApi open(OperationContext context)
            throws IOException, InterruptedException {
        return PullWorkerApi.open(context.directory(), context.environment(), RunObserver.NONE);
    }

    private static Map<String, String> arguments(Input input, String tool) {
        Map<String, String> arguments = LinkedHashMap.empty();
        for (var field : WORK)
            for (var value : input.find(field)) arguments = arguments.put(field.name(), value);
        return tool.equals(Tdd.ESCALATE) ? arguments.put(REPORT_NAME, report(input)) : arguments;
    }

    private static String report(Input input) {
        var file = input.find(REPORT_FILE);
        if (file.isDefined() && input.find(REPORT).isDefined())
            throw new UserError("-m and -f are mutually exclusive", "", "", ExitCode.USAGE);
        return file.map(each -> new String(each.content(), StandardCharsets.UTF_8))
                .orElse(input.find(REPORT))
                .getOrElse("");
    }

    private static OperationResult result(OperationContext context, CallResponse answer) {
        var exit = exit(answer.end());
        var words = answer.out() + answer.error();
        if (!answer.error().isEmpty()) context.notices().accept(answer.error());
        var spelling = answer.end() == CallResponse.End.ESCALATED ? "" : ShellNames.line(words);
        if (!spelling.isEmpty()) context.notices().accept(spelling);
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        SCHEMA,
                        "ok",
                        exit == ExitCode.DONE,
                        "exit",
                        exit.value(),
                        "status",
                        answer.end().name().toLowerCase(Locale.ROOT),
                        "text",
                        answer.out(),
                        "error",
                        answer.error(),
                        "next",
                        exit == ExitCode.HALTED
                                ? Vector.of(Instructions.RETRY)
                                : ShellNames.commands(words)),
                _ ->
                        answer.out().isEmpty() || answer.out().endsWith("\n")
                                ? answer.out()
                                : answer.out() + "\n",
                exit);
    }

    private static ExitCode exit(CallResponse.End end) {
        return switch (end) {
            case DELIVERED, NOTHING_LEFT -> ExitCode.DONE;
            case REFUSED -> ExitCode.FAILED;
            case LOCKED -> ExitCode.LOCKED;
            case ESCALATED -> ExitCode.ESCALATED;
            case HALTED -> ExitCode.HALTED;
        };
    }

    private static OperationResult reset(OperationContext context, Input input)
            throws IOException, InterruptedException {
        try (var worker = open(context)) {
            var abandoned = worker.reset();
            return OperationResult.of(
                    JsonOutput.fields(
                            "schema", RESET_SCHEMA, "ok", true, "exit", 0, "abandoned", abandoned),
                    _ ->
                            abandoned
                                    ? "Abandoned. The next 'foldline task get' starts over.\n"
                                    : "Nothing to abandon.\n");
        }
    }

    private static OperationResult importState(OperationContext context, Input input)
            throws IOException, InterruptedException {
        try (var worker = open(context)) {
            var imported = worker.take();
            var run = imported.state().header().run();
            var status = imported.status().toString();
            return OperationResult.of(
                    JsonOutput.fields(
                            "schema",
                            IMPORT_SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "run",
                            run,
                            "status",
                            status),
                    _ -> "Run " + run + " is at " + status + ".\n");
        }
    }
}
