package dev.foldline.app.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema;

import java.util.List;

/** The prompts that a client offers its user. */
final class OperatorPrompts {
    private static final String TASK = "task";

    private OperatorPrompts() {}

    static List<SyncPromptSpecification> all() {
        return List.of(
                new SyncPromptSpecification(
                        McpSchema.Prompt.builder("hand_over_task")
                                .title("Hand this task to Foldline")
                                .description("Starts a run of the task and reports what it made.")
                                .arguments(
                                        List.of(
                                                McpSchema.PromptArgument.builder(TASK)
                                                        .title("Task")
                                                        .description("what to do")
                                                        .required(true)
                                                        .build()))
                                .build(),
                        (_, request) -> prompt(handOver(text(request)))),
                new SyncPromptSpecification(
                        McpSchema.Prompt.builder("review_waiting")
                                .title("Review what waits")
                                .description("Shows the open gates and asks for your decision.")
                                .arguments(List.of())
                                .build(),
                        (_, _) -> prompt(REVIEW)));
    }

    private static String text(McpSchema.GetPromptRequest request) {
        var given = request.arguments() == null ? null : request.arguments().get(TASK);
        return given == null ? "" : given.toString();
    }

    private static String handOver(String task) {
        return """
        Hand this task to Foldline and report the result:

        1. Call run_start with the task below. Keep the id of the run.
        2. Call wait_for with the id, until anything happens.
        3. At a gate, call gate_show, show me the artifacts and the changes, and ask me. \
        Answer with gate_resolve as I decide, then call run_resume and wait again.
        4. After a failure, call run_explain and tell me the causes. Do not retry unasked.
        5. At the end, summarize run_commits and run_cost.

        The task:

        """
                + task;
    }

    private static final String REVIEW =
            """
            Review what waits in Foldline:

            1. Call gates. If none is open, tell me so.
            2. For each gate, call gate_show and summarize the artifacts, the changes and the checks. \
            Point out what looks wrong.
            3. Ask me for each gate. Answer with gate_resolve exactly as I decide, with the instance, \
            revision and tree that gate_show returned.
            4. Resume the runs that nothing drives with run_resume.
            """;

    private static McpSchema.GetPromptResult prompt(String text) {
        return McpSchema.GetPromptResult.builder(
                        List.of(
                                new McpSchema.PromptMessage(
                                        McpSchema.Role.USER, new McpSchema.TextContent(text))))
                .build();
    }
}
