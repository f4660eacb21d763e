package dev.foldline.app.mcp;

import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GateDocuments;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** The tools with which a person answers gates, freezes runs, and has them try again. */
final class GateTools {
    private static final String RUN =
            """
            {"type": "string", "minLength": 1, "description": "@ (the latest), @~1, or the beginning of an id"}\
            """;

    private static final String MANAGE =
            """
            {"type": "object", "additionalProperties": false, "required": ["action"],
             "properties": {
               "action": {"type": "string", "enum": ["list", "approve", "reject"]},
               "gate_id": {"type": "string", "minLength": 1, "description": "the gate's id, from list"},
               "feedback": {"type": "string", "maxLength": 100000, "description": "the reason of a rejection (required), or a note on an approval for the log"},
               "run": %s,
               "instance": {"type": "string", "minLength": 1, "description": "from list; the answer is rejected if the gate was reopened since"},
               "revision": {"type": "integer", "minimum": 1, "maximum": 9007199254740991, "description": "from list; the answer is rejected if it has changed since"},
               "tree": {"type": "string", "minLength": 1, "description": "from list; the answer is rejected if it has changed since"}},
             "dependentRequired": {"instance": ["run"], "revision": ["run"], "tree": ["run"]},
             "if": {"properties": {"action": {"enum": ["approve", "reject"]}}, "required": ["action"]},
             "then": {"required": ["gate_id"]},
             "else": {"maxProperties": 1}}\
            """
                    .formatted(RUN);

    private static final String RESOLVE =
            """
            {"type": "object", "additionalProperties": false, "required": ["action", "gate_id", "run", "instance", "revision"],
             "properties": {
               "action": {"type": "string", "enum": ["approve", "reject"]},
               "gate_id": {"type": "string", "minLength": 1},
               "run": %s,
               "instance": {"type": "string", "minLength": 1, "description": "from gate_show"},
               "revision": {"type": "integer", "minimum": 1, "maximum": 9007199254740991, "description": "from gate_show"},
               "tree": {"type": "string", "minLength": 1, "description": "from gate_show, if it shows one"},
               "feedback": {"type": "string", "maxLength": 100000, "description": "the reason of a rejection, or a note on an approval"}},
             "if": {"properties": {"action": {"const": "reject"}}},
             "then": {"required": ["feedback"]}}\
            """
                    .formatted(RUN);

    private static final String FREEZE =
            """
            {"type": "object", "additionalProperties": false, "required": ["gate_id", "reason", "run"],
             "properties": {
               "gate_id": {"type": "string", "minLength": 1, "description": "the id of the new gate"},
               "reason": {"type": "string", "maxLength": 100000, "description": "what the user should review"},
               "run": %s}}\
            """
                    .formatted(RUN);

    private static final String NOW =
            """
            {"type": "object", "additionalProperties": false, "required": ["run"], "properties": {"run": %s}}\
            """
                    .formatted(RUN);

    private static final String RESOLVED =
            """
            {"type": "object", "required": ["gate_id", "status", "feedback"],
             "properties": {
               "gate_id": {"type": "string"},
               "status": {"type": "string", "enum": ["resumed", "rejected"]},
               "feedback": {"type": "string"}}}\
            """;

    private static final String FROZEN =
            """
            {"type": "object", "required": ["gate_id", "status", "run"],
             "properties": {
               "gate_id": {"type": "string", "description": "the id of the new gate"},
               "status": {"type": "string", "const": "frozen"},
               "run": {"type": "string"}}}\
            """;

    private static final String TRIES =
            """
            {"type": "object", "required": ["run", "status"],
             "properties": {
               "run": {"type": "string"},
               "status": {"type": "string", "const": "tries_again"}}}\
            """;

    private final ServerContext here;
    private final Consumer<String> notice;

    private GateTools(ServerContext here, Consumer<String> notice) {
        this.here = here;
        this.notice = notice;
    }

    /**
     * @param notice notified of logs that cannot be read
     */
    static List<McpTool> of(ServerContext here, Consumer<String> notice) {
        var tools = new GateTools(here, notice);
        return List.of(
                new McpTool(
                                "manage_hitl_gate",
                                "List the gates of all runs that wait for the user, or approve or"
                                        + " reject one. Pass run, instance, revision and tree from"
                                        + " list: the answer is rejected if the gate has changed"
                                        + " since.",
                                MANAGE,
                                McpTool.Effect.CHANGES,
                                tools::manage)
                        .needing(Permission.APPROVE),
                new McpTool(
                                "gate_resolve",
                                "Approve or reject a gate exactly as gate_show returned it. A"
                                        + " client that offers elicitation asks its user first.",
                                RESOLVE,
                                McpTool.Effect.CHANGES,
                                tools::resolve)
                        .needing(Permission.APPROVE)
                        .answering(RESOLVED),
                new McpTool(
                                "run_try_now",
                                "Retry now instead of waiting for an agent's limit or for the next"
                                    + " retry. The preferred agent is called first. Fails if the"
                                    + " run is not waiting.",
                                NOW,
                                McpTool.Effect.CHANGES,
                                tools::tryNow)
                        .answering(TRIES),
                new McpTool(
                                "freeze_run",
                                "Hold a run at a new gate until the user approves or rejects it. A"
                                        + " rejection ends the run.",
                                FREEZE,
                                McpTool.Effect.CHANGES,
                                tools::freeze)
                        .answering(FROZEN));
    }

    private ToolReply manage(ToolArguments given) throws IOException, InterruptedException {
        return switch (given.text("action")) {
            case "list" ->
                    ToolReply.of(
                            new RepositoryTables(here.checkout().runs(), notice)
                                    .openGates().stream().map(GateDocuments::document).toList());
            case "approve" -> answer(given, Gate.Verdict.APPROVED);
            default -> answer(given, Gate.Verdict.REJECTED);
        };
    }

    private ToolReply resolve(ToolArguments given) throws IOException, InterruptedException {
        var verdict =
                given.text("action").equals("approve")
                        ? Gate.Verdict.APPROVED
                        : Gate.Verdict.REJECTED;
        var question =
                (verdict == Gate.Verdict.APPROVED ? "Approve" : "Reject")
                        + " gate "
                        + given.text("gate_id")
                        + " of run "
                        + given.text("run")
                        + ", revision "
                        + given.text("revision")
                        + "?";
        return given.caller().confirmation().test(question)
                ? answer(given, verdict)
                : ToolReply.refusal("DECLINED", "the user did not agree; nothing changed");
    }

    private ToolReply answer(ToolArguments given, Gate.Verdict verdict)
            throws IOException, InterruptedException {
        var id = given.text("gate_id");
        var feedback = given.optional("feedback").orElse("");
        var command =
                verdict == Gate.Verdict.APPROVED
                        ? new Command.Approve(id, shownGate(given), feedback)
                        : new Command.Reject(id, shownGate(given), feedback);
        var found =
                given.optional("run").isPresent()
                        ? in(here.checkout().run(given.text("run")), command, id)
                        : anywhere(command, id);
        if (found.isLeft()) return found.getLeft();
        var open = found.get();
        var moved = verdict == Gate.Verdict.APPROVED ? moved(open) : Optional.<ToolReply>empty();
        if (moved.isPresent()) return moved.get();
        return switch (CommandClient.send(open.run(), command, here.redaction())) {
            case CommandClient.Answer.Accepted(_, var driven) ->
                    new ToolReply.Result(
                            JsonOutput.fields(
                                    "gate_id",
                                    id,
                                    "status",
                                    verdict == Gate.Verdict.APPROVED ? "resumed" : "rejected",
                                    "feedback",
                                    feedback),
                            Optional.of(goesOn(open.run(), driven)));
            case CommandClient.Answer.Refused(var rejection) -> refusal(open.run(), rejection, id);
            case CommandClient.Answer.NotYet _ -> notYet(open.run());
        };
    }

    /**
     * What the caller says it saw; what it does not say is not compared, and the event tells so.
     */
    private static Shown shownGate(ToolArguments given) {
        return new Shown(
                Option.ofOptional(given.optional("instance")),
                Option.ofOptional(given.number("revision")),
                Option.ofOptional(given.optional("tree")));
    }

    /** The one gate of this name that is open; never a guess among several. */
    private Either<ToolReply, OpenGate> anywhere(Command command, String id) throws IOException {
        var runs = here.checkout().runs();
        var open = OpenGate.all(runs);
        var meant = open.stream().filter(each -> each.gate().id().equals(id)).toList();
        if (meant.size() == 1) return Either.right(meant.getFirst());
        if (meant.size() > 1)
            return Either.left(
                    ToolReply.refusal(
                            "GATE_AMBIGUOUS",
                            meant.size() + " gates called " + id + " are open: name the run",
                            "runs",
                            meant.stream().map(each -> each.run().id().text()).toList()));
        for (var run : runs.newestFirst()) {
            if (Files.exists(run.events())
                    && resolved(RunHistory.open(run).latest().state(), id).isDefined())
                return in(run, command, id);
        }
        return Either.left(
                open.isEmpty()
                        ? ToolReply.refusal(
                                Rejection.Code.INVALID_STATE_TRANSITION.name(),
                                "Cannot resume: not frozen")
                        : ToolReply.refusal(
                                Rejection.Code.GATE_NOT_FOUND.name(), "Unknown gate: " + id));
    }

    private static Either<ToolReply, OpenGate> in(RunDirectory run, Command command, String id)
            throws IOException {
        var point = RunHistory.open(run).latest();
        var open = OpenGate.at(run, point).filter(each -> each.gate().id().equals(id));
        return open.isPresent()
                ? Either.right(open.get())
                : Pipeline.admit(point.state(), command)
                        .fold(
                                rejection -> Either.left(refusal(point.state(), rejection, id)),
                                _ -> {
                                    throw new PipelineBug(
                                            "admitted, though no gate " + id + " is open");
                                });
    }

    /** Rejects an approval if the tree has changed since the gate opened. */
    private Optional<ToolReply> moved(OpenGate open) throws IOException {
        try (var workspace = here.workspace()) {
            var ground = ApprovalTarget.of(workspace, open);
            return !ground.hasMoved(open.gate())
                    ? Optional.empty()
                    : Optional.of(
                            ToolReply.refusal(
                                    Rejection.Code.GATE_MOVED.name(),
                                    "files have changed since the gate "
                                            + open.gate().id()
                                            + " opened",
                                    "tree",
                                    open.gate().tree(),
                                    "tree_now",
                                    ground.tree(),
                                    "next",
                                    "undo the changes, or run: foldline approve "
                                            + open.gate().id()
                                            + " "
                                            + open.run().id()
                                            + " --as-it-is"));
        }
    }

    /** How the gate was answered when it was open. */
    private static Option<Gate.Resolved> resolved(PipelineState state, String id) {
        return state.ledger()
                .resolutions()
                .findLast(
                        each ->
                                each.id().equals(id)
                                        && each.verdict() != Gate.Verdict.PRE_APPROVED);
    }

    private ToolReply freeze(ToolArguments given) throws IOException, InterruptedException {
        var run = here.checkout().run(given.text("run"));
        var id = given.text("gate_id");
        return switch (CommandClient.send(
                run, new Command.Freeze(id, given.text("reason")), here.redaction())) {
            case CommandClient.Answer.Accepted _ ->
                    ToolReply.of(
                            JsonOutput.fields(
                                    "gate_id", id, "status", "frozen", "run", run.id().text()));
            case CommandClient.Answer.Refused(var rejection) -> refusal(run, rejection, id);
            case CommandClient.Answer.NotYet _ -> notYet(run);
        };
    }

    private ToolReply tryNow(ToolArguments given) throws IOException, InterruptedException {
        var run = here.checkout().run(given.text("run"));
        return switch (CommandClient.send(
                run, new Command.SkipWait(Instant.now()), here.redaction())) {
            case CommandClient.Answer.Accepted(_, var driven) ->
                    new ToolReply.Result(
                            JsonOutput.fields("run", run.id().text(), "status", "tries_again"),
                            Optional.of(goesOn(run, driven)));
            case CommandClient.Answer.Refused(var rejection) ->
                    ToolReply.refusal(rejection.code().name(), rejection.message());
            case CommandClient.Answer.NotYet _ -> notYet(run);
        };
    }

    /**
     * A rejection with what the run says more: what became of the gate before, or which one is
     * open.
     */
    private static ToolReply refusal(PipelineState state, Rejection rejection, String id) {
        var details = new ArrayList<Object>();
        resolved(state, id)
                .forEach(
                        before ->
                                details.addAll(
                                        List.of(
                                                "current_status",
                                                before.verdict().name().toLowerCase(Locale.ROOT))));
        if (rejection.code() == Rejection.Code.GATE_ALREADY_ACTIVE
                && state.slots().gate() instanceof GateSlot.Open(var gate))
            details.addAll(List.of("existing_gate_id", gate.id()));
        return ToolReply.refusal(rejection.code().name(), rejection.message(), details.toArray());
    }

    private static ToolReply refusal(RunDirectory run, Rejection rejection, String id)
            throws IOException {
        return refusal(RunHistory.open(run).latest().state(), rejection, id);
    }

    private static ToolReply notYet(RunDirectory run) {
        return ToolReply.refusal(
                "NOT_YET",
                "the run's driver has not answered yet; the command is queued",
                "next",
                "foldline status " + run.id());
    }

    private static String goesOn(RunDirectory run, boolean driven) throws IOException {
        return driven
                ? "The run's driver received it."
                : "The run is not active. Continue with: "
                        + WorkflowLookup.resumption(run).getOrElse("foldline resume " + run.id());
    }
}
