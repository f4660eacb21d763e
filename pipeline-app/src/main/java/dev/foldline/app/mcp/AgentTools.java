package dev.foldline.app.mcp;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.core.AskedQuestions;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.QuestionReader;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Either;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools of an agent in the middle of its call: reading what it is asked for, and handing it in.
 * Nothing else.
 */
final class AgentTools {
    private static final String NOTHING =
            """
            {"type": "object", "additionalProperties": false}\
            """;
    private static final String SUBMIT =
            """
            {"type": "object", "additionalProperties": false, "required": ["name", "content"],
             "properties": {
               "name": {"type": "string", "minLength": 1, "description": "the artifact's name, from read_task; or question, if you need an answer"},
               "content": {"type": "object", "description": "the artifact; must match its schema from read_task. Of a question: text, and if you can: options, recommendation, depends_on"}}}\
            """;

    private final ServerContext here;
    private final ProcessMarker marker;

    private AgentTools(ServerContext here, ProcessMarker marker) {
        this.here = here;
        this.marker = marker;
    }

    /** An agent's running call and its run. */
    private record RunningCall(RunDirectory run, PipelineState state, InvokeAgent call) {

        /** What is collected when this call is done, as its prompt says: of a fixer, nothing. */
        Vector<Step.Collect> artifacts() {
            if (state.slots().recovery() instanceof Recovery.FixPrompted) return Vector.empty();
            int from = state.at().step();
            return state.phase()
                    .map(phase -> phase.steps().slice(from, phase.segmentEnd(from)))
                    .getOrElse(Vector.empty())
                    .flatMap(
                            step ->
                                    step instanceof Step.Collect collect
                                            ? Vector.of(collect)
                                            : Vector.<Step.Collect>empty());
        }
    }

    /**
     * @param marker for which run and ticket the agent works
     */
    static List<McpTool> of(ServerContext here, ProcessMarker marker) {
        var tools = new AgentTools(here, marker);
        return List.of(
                new McpTool(
                        "read_task",
                        "Read your prompt, the feedback on earlier attempts, and the artifacts to"
                                + " submit with their schemas.",
                        NOTHING,
                        McpTool.Effect.READS,
                        tools::read),
                new McpTool(
                        "submit_artifact",
                        "Submit an artifact. It is validated against its schema; an invalid"
                                + " artifact is rejected with the reasons and not written. If you"
                                + " cannot continue without an answer, submit the artifact question"
                                + " and end.",
                        SUBMIT,
                        McpTool.Effect.CHANGES,
                        tools::submit));
    }

    private ToolReply read(ToolArguments none) throws IOException {
        var found = runningCall();
        if (found.isLeft()) return found.getLeft();
        var task = found.get();
        return ToolReply.of(
                JsonOutput.fields(
                        "run",
                        task.run().id().text(),
                        "ticket",
                        marker.ticket(),
                        "role",
                        task.call().role(),
                        "prompt",
                        here.checkout().runs().blobs().text(task.call().prompt()),
                        "feedback",
                        feedback(task.state()),
                        "artifacts",
                        task.artifacts().map(AgentTools::described)));
    }

    private static Vector<Map<String, Object>> feedback(PipelineState state) {
        return AskedQuestions.remarks(state)
                .map(
                        said ->
                                JsonOutput.fields(
                                        "revision", said.execution(), "message", said.message()));
    }

    private static Map<String, Object> described(Step.Collect artifact) {
        return JsonOutput.fields(
                "name",
                artifact.artifact(),
                "path",
                ExchangeFolder.pathOf(artifact.artifact()),
                "schema",
                new JsonOutput.Raw(ArtifactFormat.schemaText(artifact.artifact())));
    }

    private ToolReply submit(ToolArguments given) throws IOException {
        var found = runningCall();
        if (found.isLeft()) return found.getLeft();
        var name = given.text("name");
        var asked = found.get().artifacts().find(each -> each.artifact().equals(name));
        if (asked.isEmpty() && name.equals(QuestionReader.ARTIFACT))
            return ask(found.get().run(), given.json("content"));
        if (asked.isEmpty())
            return ToolReply.refusal(
                    "NOT_ASKED_FOR",
                    "no artifact " + name + " is expected now",
                    "asked_for",
                    found.get().artifacts().map(Step.Collect::artifact));
        var content = given.json("content");
        return switch (ArtifactFormat.of(name)
                .read(content.getBytes(StandardCharsets.UTF_8), asked.get().labels())) {
            case ArtifactFormat.Reading.Invalid(var problems) ->
                    ToolReply.refusal(
                            "INVALID_ARTIFACT",
                            name + ": " + String.join("; ", problems),
                            "problems",
                            problems);
            case ArtifactFormat.Reading.Valid _ ->
                    handIn(
                            found.get().run(),
                            name,
                            content,
                            "It is collected when your call ends. Until then you can submit it"
                                    + " again.");
        };
    }

    /** Each call may ask. */
    private ToolReply ask(RunDirectory run, String content) throws IOException {
        var questions =
                new QuestionReader(Redaction.OF_SHAPES)
                        .questions(content.getBytes(StandardCharsets.UTF_8));
        return questions.isEmpty()
                ? ToolReply.refusal(
                        "INVALID_ARTIFACT",
                        "question: text is missing",
                        "problems",
                        List.of("text is missing"))
                : handIn(
                        run,
                        QuestionReader.ARTIFACT,
                        content,
                        "End your call: you are called again with the answer.");
    }

    private ToolReply handIn(RunDirectory run, String name, String content, String next)
            throws IOException {
        try (var workspace = here.workspace()) {
            var place = RunLauncher.placeOf(workspace, run);
            try {
                new ExchangeFolder(place.root()).hand(name, content);
            } finally {
                if (place != workspace) place.close();
            }
        }
        return new ToolReply.Result(
                JsonOutput.fields(
                        "artifact",
                        name,
                        "path",
                        ExchangeFolder.pathOf(name),
                        "status",
                        "submitted"),
                Optional.of(next));
    }

    /** The call this agent was started for, if it goes on. */
    private Either<ToolReply, RunningCall> runningCall() throws IOException {
        var run = here.checkout().run(marker.run());
        var state = RunHistory.open(run).latest().state();
        if (state.slots().inFlight() instanceof InFlight.Known(var ticket, InvokeAgent call)
                && ticket == marker.ticket())
            return Either.right(new RunningCall(run, state, call));
        return Either.left(
                state.slots().gate() instanceof GateSlot.Open(var gate)
                        ? ToolReply.refusal(
                                "GATE_BLOCKED",
                                "the gate " + gate.id() + " is waiting for the user",
                                "gate_id",
                                gate.id())
                        : ToolReply.refusal(
                                "CALL_OVER",
                                "the call with ticket "
                                        + marker.ticket()
                                        + " of run "
                                        + marker.run()
                                        + " is over"));
    }
}
