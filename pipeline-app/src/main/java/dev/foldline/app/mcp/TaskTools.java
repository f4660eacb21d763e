package dev.foldline.app.mcp;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.pull.PullWorkerApi;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.projection.tdd.Instructions;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The tools of an agent that pulls its work: the same calls as {@code foldline task}, with the same
 * answers.
 */
final class TaskTools {
    private static final String REQUEST = "request_id";
    private static final String NAMED =
            """
            "request_id": {"type": "string", "minLength": 1, "description": "a name for this call: the same name gets the same answer again"}\
            """;
    private static final String NOTHING =
            """
            {"type": "object", "additionalProperties": false, "properties": {%s}}\
            """
                    .formatted(NAMED);
    private static final String SUBMIT =
            """
            {"type": "object", "additionalProperties": false,
             "properties": {
               "test_command": {"type": "string", "description": "a shell line that runs the test of this step"},
               "expectation": {"type": "string", "enum": ["PASS", "FAIL"], "description": "how that test should end"},
               "analysis_decision": {"type": "string", "enum": ["SUCCESS", "FAILURE"], "description": "whether a test that failed did so for the right reason"},
               "withdrawal_reason": {"type": "string", "description": "why the test that failed before was wrong: the one submitted now takes its place"},
               "nothing_left": {"type": "boolean", "description": "true instead of a plan: every pull request of the plan file is done"},
               "commit_hash": {"type": "string", "description": "the one commit of the pull request"},
               %s}}\
            """
                    .formatted(NAMED);
    private static final String ESCALATE =
            """
            {"type": "object", "additionalProperties": false, "required": ["markdown_report"],
             "properties": {
               "markdown_report": {"type": "string", "description": "what you tried, what happened, and the possible cause"},
               %s}}\
            """
                    .formatted(NAMED);

    private final ServerContext here;

    private TaskTools(ServerContext here) {
        this.here = here;
    }

    static List<McpTool> of(ServerContext here) {
        var tools = new TaskTools(here);
        return List.of(
                new McpTool(
                        "get_task",
                        "Get your next instruction. Call this first, then follow the instruction.",
                        NOTHING,
                        McpTool.Effect.CHANGES,
                        given -> tools.ask(given, CallKind.GET, "")),
                new McpTool(
                        "submit_work",
                        "Submit your work. It is verified first. The required arguments depend on"
                                + " your instruction.",
                        SUBMIT,
                        McpTool.Effect.CHANGES,
                        given ->
                                given.optional(Tdd.NOTHING_LEFT).filter("true"::equals).isPresent()
                                        ? tools.ask(given, CallKind.TOOL, Tdd.NOTHING_LEFT)
                                        : tools.ask(given, CallKind.SUBMIT, "")),
                new McpTool(
                        Tdd.REDUCE_SCOPE,
                        "Replan the rest of the pull request in smaller tasks. Available after"
                                + " several consecutive failures.",
                        NOTHING,
                        McpTool.Effect.CHANGES,
                        given -> tools.ask(given, CallKind.TOOL, Tdd.REDUCE_SCOPE)),
                new McpTool(
                        Tdd.ESCALATE,
                        "Escalate to a human with a report. Available after many consecutive"
                                + " failures.",
                        ESCALATE,
                        McpTool.Effect.CHANGES,
                        given -> tools.ask(given, CallKind.TOOL, Tdd.ESCALATE)));
    }

    private ToolReply ask(ToolArguments given, CallKind kind, String tool)
            throws IOException, InterruptedException {
        Map<String, String> arguments = LinkedHashMap.empty();
        for (var name :
                List.of(
                        Tdd.TEST,
                        "expectation",
                        "analysis_decision",
                        Tdd.WITHDRAWAL,
                        "commit_hash",
                        "markdown_report")) {
            var value = given.optional(name);
            if (value.isPresent()) arguments = arguments.put(name, value.get());
        }
        try (var watching = given.caller().watching();
                var desk = PullWorkerApi.open(here.directory(), here.environment(), watching)) {
            var request = given.optional(REQUEST).orElseGet(() -> UUID.randomUUID().toString());
            return reply(desk.answer(new PullWorkerApi.WorkerCall(request, kind, tool, arguments)));
        }
    }

    /**
     * A report is handed on as it is; whatever else is no instruction is refused with its reason.
     */
    private static ToolReply reply(CallResponse answer) {
        return switch (answer.end()) {
            case DELIVERED ->
                    new ToolReply.ForModel(
                            answer.error().isEmpty()
                                    ? JsonOutput.fields("instruction", answer.out())
                                    : JsonOutput.fields(
                                            "instruction",
                                            answer.out(),
                                            "warning",
                                            answer.error()));
            case NOTHING_LEFT ->
                    new ToolReply.ForModel(
                            JsonOutput.fields(
                                    "instruction", answer.out(), "status", Tdd.NOTHING_LEFT));
            case ESCALATED ->
                    new ToolReply.ForModel(
                            JsonOutput.fields("escalated", true, "report", answer.out()));
            case REFUSED, LOCKED -> refusal(answer);
            case HALTED -> refusal(answer, "next", List.of(Instructions.RETRY));
        };
    }

    private static ToolReply refusal(CallResponse answer, Object... details) {
        return ToolReply.refusal(
                answer.end().name().toUpperCase(Locale.ROOT), answer.error(), details);
    }
}
