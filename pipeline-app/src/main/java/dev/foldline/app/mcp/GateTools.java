package dev.foldline.app.mcp;

import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.gate.Gates;
import dev.foldline.app.gate.Ground;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.Tables;
import dev.foldline.app.history.History;
import dev.foldline.app.run.Mailbox;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** The tools with which a person answers gates, and freezes runs. */
final class GateTools {
    private static final String RUN = """
            {"type": "string", "minLength": 1, "description": "@ (the latest), @~1, or the beginning of an id"}""";

    private static final String MANAGE = """
            {"type": "object", "additionalProperties": false, "required": ["action"],
             "properties": {
               "action": {"type": "string", "enum": ["list", "approve", "reject"]},
               "gate_id": {"type": "string", "minLength": 1, "description": "what the gate is called, as list tells it"},
               "feedback": {"type": "string", "maxLength": 100000, "description": "for a rejection: what is to be done better"},
               "run": %s,
               "instance": {"type": "string", "minLength": 1, "description": "as list told it: refuse if the gate was opened anew since"},
               "revision": {"type": "integer", "minimum": 1, "maximum": 9007199254740991, "description": "as list told it: refuse if the gate shows another now"},
               "tree": {"type": "string", "minLength": 1, "description": "as list told it: refuse if the gate shows another now"}},
             "dependentRequired": {"instance": ["run"], "revision": ["run"], "tree": ["run"]},
             "if": {"properties": {"action": {"enum": ["approve", "reject"]}}, "required": ["action"]},
             "then": {"required": ["gate_id"]},
             "else": {"maxProperties": 1}}""".formatted(RUN);

    private static final String FREEZE = """
            {"type": "object", "additionalProperties": false, "required": ["gate_id", "reason"],
             "properties": {
               "gate_id": {"type": "string", "minLength": 1, "description": "what the gate shall be called"},
               "reason": {"type": "string", "maxLength": 100000, "description": "for those who will look at it"},
               "run": %s}}""".formatted(RUN);

    private final Here here;
    private final Consumer<String> notice;

    private GateTools(Here here, Consumer<String> notice) {
        this.here = here;
        this.notice = notice;
    }

    /** @param notice told of logs that cannot be read */
    static List<McpTool> of(Here here, Consumer<String> notice) {
        var tools = new GateTools(here, notice);
        return List.of(
                new McpTool("manage_hitl_gate", "List the gates that wait for a person (of all runs), or approve or reject one. Name run, instance,"
                        + " revision and tree as list told them: then the answer is refused if the gate shows something else by now.", MANAGE, McpTool.Effect.CHANGES, tools::manage),
                new McpTool("freeze_run", "Hold a run at a gate of your own until somebody approves or rejects it; a rejection ends the run.",
                        FREEZE, McpTool.Effect.CHANGES, tools::freeze));
    }

    private Reply manage(Arguments given) throws IOException, InterruptedException {
        return switch (given.text("action")) {
            case "list"    -> Reply.told(new Tables(here.checkout().runs(), notice).openGates().stream().map(Gates::document).toList());
            case "approve" -> answer(given, Gate.Verdict.APPROVED);
            default        -> answer(given, Gate.Verdict.REJECTED);
        };
    }

    private Reply answer(Arguments given, Gate.Verdict verdict) throws IOException, InterruptedException {
        var id = given.text("gate_id");
        var feedback = given.optional("feedback").orElse("");
        var command = verdict == Gate.Verdict.APPROVED ? new Command.Approve(id, shown(given), feedback) : new Command.Reject(id, shown(given), feedback);
        var found = given.optional("run").isPresent() ? in(here.checkout().run(given.text("run")), command, id) : anywhere(command, id);
        if (found.isLeft()) return found.getLeft();
        var open = found.get();
        var moved = verdict == Gate.Verdict.APPROVED ? moved(open) : Optional.<Reply>empty();
        if (moved.isPresent()) return moved.get();
        return switch (Mailbox.send(open.run(), command, here.redaction())) {
            case Mailbox.Answer.Accepted(_, var driven) -> new Reply.Told(JsonText.fields("gate_id", id, "status",
                    verdict == Gate.Verdict.APPROVED ? "resumed" : "rejected", "feedback", feedback), Optional.of(goesOn(open.run(), driven)));
            case Mailbox.Answer.Refused(var rejection)  -> refused(open.run(), rejection, id);
            case Mailbox.Answer.NotYet _                -> notYet(open.run());
        };
    }

    /** What the caller says it saw; what it does not say is not compared, and the event tells so. */
    private static Shown shown(Arguments given) {
        return new Shown(Option.ofOptional(given.optional("instance")), Option.ofOptional(given.number("revision")), Option.ofOptional(given.optional("tree")));
    }

    /** The one gate of this name that is open; never a guess among several. */
    private Either<Reply, OpenGate> anywhere(Command command, String id) throws IOException {
        var runs = here.checkout().runs();
        var open = OpenGate.all(runs);
        var meant = open.stream().filter(each -> each.gate().id().equals(id)).toList();
        if (meant.size() == 1) return Either.right(meant.getFirst());
        if (meant.size() > 1) return Either.left(Reply.refused("GATE_AMBIGUOUS", meant.size() + " gates called " + id + " are open: name the run",
                "runs", meant.stream().map(each -> each.run().id().text()).toList()));
        for (var run : runs.newestFirst()) {
            if (Files.exists(run.events()) && resolved(History.open(run).latest().state(), id).isDefined()) return in(run, command, id);
        }
        return Either.left(open.isEmpty() ? Reply.refused(Rejection.Code.INVALID_STATE_TRANSITION.name(), "Cannot resume: not frozen")
                : Reply.refused(Rejection.Code.GATE_NOT_FOUND.name(), "Unknown gate: " + id));
    }

    private static Either<Reply, OpenGate> in(RunDirectory run, Command command, String id) throws IOException {
        var point = History.open(run).latest();
        var open = OpenGate.at(run, point).filter(each -> each.gate().id().equals(id));
        return open.isPresent() ? Either.right(open.get())
                : Pipeline.admit(point.state(), command).fold(rejection -> Either.left(refused(point.state(), rejection, id)),
                        _ -> { throw new PipelineBug("admitted, though no gate " + id + " is open"); });
    }

    /** An approval means the tree that the gate shows: not what somebody has made of it since. */
    private Optional<Reply> moved(OpenGate open) throws IOException {
        try (var workspace = here.workspace()) {
            var ground = Ground.of(workspace, open);
            return !ground.hasMoved(open.gate()) ? Optional.empty() : Optional.of(Reply.refused(Rejection.Code.GATE_MOVED.name(),
                    "files have changed since the gate " + open.gate().id() + " opened", "tree", open.gate().tree(), "tree_now", ground.tree(),
                    "next", "undo it, or: foldline approve " + open.gate().id() + " " + open.run().id() + " --as-it-is"));
        }
    }

    /** How the gate was answered when it was open. */
    private static Option<Gate.Resolved> resolved(PipelineState state, String id) {
        return state.ledger().resolutions().findLast(each -> each.id().equals(id) && each.verdict() != Gate.Verdict.BEFOREHAND);
    }

    private Reply freeze(Arguments given) throws IOException, InterruptedException {
        var run = here.checkout().run(given.optional("run").orElse("@"));
        var id = given.text("gate_id");
        return switch (Mailbox.send(run, new Command.Freeze(id, given.text("reason")), here.redaction())) {
            case Mailbox.Answer.Accepted _             -> Reply.told(JsonText.fields("gate_id", id, "status", "frozen", "run", run.id().text()));
            case Mailbox.Answer.Refused(var rejection) -> refused(run, rejection, id);
            case Mailbox.Answer.NotYet _               -> notYet(run);
        };
    }

    /** A rejection with what the run says more: what became of the gate before, or which one is open. */
    private static Reply refused(PipelineState state, Rejection rejection, String id) {
        var details = new ArrayList<Object>();
        resolved(state, id).forEach(before -> details.addAll(List.of("current_status", before.verdict().name().toLowerCase(Locale.ROOT))));
        if (rejection.code() == Rejection.Code.GATE_ALREADY_ACTIVE && state.slots().hold() instanceof Hold.Open(var gate))
            details.addAll(List.of("existing_gate_id", gate.id()));
        return Reply.refused(rejection.code().name(), rejection.message(), details.toArray());
    }

    private static Reply refused(RunDirectory run, Rejection rejection, String id) throws IOException {
        return refused(History.open(run).latest().state(), rejection, id);
    }

    private static Reply notYet(RunDirectory run) {
        return Reply.refused("NOT_YET", "the run's driver has not answered; the command stands and will be heard", "next", "foldline status " + run.id());
    }

    private static String goesOn(RunDirectory run, boolean driven) {
        return driven ? "The run's driver has heard it." : "Nobody drives the run now; to go on: foldline resume " + run.id();
    }
}
