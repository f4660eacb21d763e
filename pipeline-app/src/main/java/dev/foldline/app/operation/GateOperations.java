package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.EditableArtifact;
import dev.foldline.app.gate.GateDocuments;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Gate;
import dev.foldline.effects.artifact.ArtifactJson;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunReference;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The gates of all runs: list them, show one, approve or reject it. */
final class GateOperations {
    private static final String GATE_SCHEMA = "foldline.gate/1";
    private static final int DIFF_BYTES_MAX = 1 << 20;

    static final Field<String> GATE =
            Field.text("gate", "gate name (default: the only open gate)").asArgument("GATE");
    static final Field<String> RUN =
            Field.text("run", "run id (default: the only run that waits at that gate)")
                    .asArgument("RUN");
    static final Field<String> RUN_OF_GATE =
            Field.text(
                            "run",
                            "run id, as `gates` lists it (default on the command line: the only run"
                                    + " that waits at that gate)")
                    .requiredRemotely()
                    .asArgument("RUN");
    static final Field<Long> REVISION =
            Field.number("revision", "refuse unless the gate still shows this revision")
                    .requiredRemotely()
                    .asFlag("N", "--revision");
    static final Field<String> INSTANCE =
            Field.text("instance", "instance of the gate that you reviewed")
                    .requiredRemotely()
                    .withoutFlag();
    static final Field<String> TREE =
            Field.text("tree", "tree that you reviewed; required unless the gate's tree is null")
                    .withoutFlag();
    private static final Field<String> COMMENT =
            Field.text("feedback", "comment for the log").withFallback("").asFlag("TEXT", "-m");
    private static final Field<String> FEEDBACK =
            Field.text("feedback", "feedback for the agent").required().asFlag("TEXT", "-m");
    private static final Field<Boolean> AS_IT_IS =
            Field.truth("as_it_is", "approve even if files have changed since the gate opened");

    private GateOperations() {}

    static final Operation LIST =
            Operation.query(
                            "gates",
                            "List the open gates of all runs, or show one gate.",
                            GateDocuments.SCHEMA,
                            GateOperations::list)
                    .withFields(GATE, RUN, SharedCommands.FROM)
                    .withExamples(
                            "foldline gates                     list the open gates, or show the"
                                    + " only one",
                            "foldline gates plan                show artifacts, changes and checks"
                                    + " of the gate plan")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("GET /api/gates"));

    static final Operation SHOW =
            Operation.query(
                            "gate",
                            "Get a gate with the changes to approve.",
                            GATE_SCHEMA,
                            GateOperations::show)
                    .withFields(GATE.required(), RUN.required())
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Absent("`gates GATE` prints it"))
                    .withEndpoint(
                            FrontEnd.HTTP, new Endpoint.Derived("GET /api/gates/{run}/{gate}"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("gate_show"));

    static final Operation APPROVE =
            Operation.command(
                            "approve",
                            "Approve an open gate. The approval applies to exactly the revision"
                                    + " and tree shown now.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            GateOperations::approve)
                    .withPermission(Permission.APPROVE)
                    .withFields(
                            GATE,
                            RUN_OF_GATE,
                            REVISION,
                            INSTANCE,
                            TREE,
                            COMMENT,
                            AS_IT_IS,
                            RunResumption.AFTER_ANSWER,
                            SharedCommands.FROM)
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(
                            FrontEnd.HTTP,
                            new Endpoint.Derived("POST /api/gates/{run}/{gate}/approve"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("manage_hitl_gate"));

    static final Operation REJECT =
            Operation.command(
                            "reject",
                            "Reject an open gate. The phase runs again with your feedback;"
                                    + " rejecting a freeze ends the run.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            GateOperations::reject)
                    .withPermission(Permission.APPROVE)
                    .withFields(
                            GATE,
                            RUN_OF_GATE,
                            REVISION,
                            INSTANCE,
                            TREE,
                            FEEDBACK,
                            RunResumption.AFTER_ANSWER,
                            SharedCommands.FROM)
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(
                            FrontEnd.HTTP,
                            new Endpoint.Derived("POST /api/gates/{run}/{gate}/reject"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("manage_hitl_gate"));

    private static OperationResult list(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var shared = SharedCommands.of(context, input);
        if (shared.isDefined()) return list(context, shared.get().runs().copies());
        if (input.find(GATE).isDefined()) return page(context, input);
        var runs = context.runs();
        var rows = new RepositoryTables(runs, context.notices()).openGates();
        return OperationResult.of(
                GateDocuments.documents(rows),
                paint ->
                        rows.isEmpty()
                                ? "No open gates.\n"
                                : rows.size() == 1 && Files.isWritable(runs.root())
                                        ? page(context, input).text().in(paint)
                                        : GateDocuments.text(rows, paint));
    }

    private static OperationResult list(OperationContext context, Runs copies) throws IOException {
        var rows = new RepositoryTables(copies, context.notices()).openGates();
        return OperationResult.of(
                GateDocuments.documents(rows),
                paint -> rows.isEmpty() ? "No open gates.\n" : GateDocuments.text(rows, paint));
    }

    /** Git writes objects to read what is in the working tree now. */
    private static OperationResult page(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var open = open(context, input, GateIntent.LOOK);
        return context.withRepository(
                here -> {
                    var target = ApprovalTarget.of(here, open);
                    return OperationResult.of(
                            JsonOutput.fields(
                                    "schema",
                                    GateDocuments.SCHEMA,
                                    "gates",
                                    List.of(GateDocuments.document(open, target))),
                            paint -> GatePage.of(open, target, context.runs().blobs(), paint));
                });
    }

    private static OperationResult show(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var open =
                NotFoundException.unless(
                        () ->
                                OpenGate.named(
                                        context.read(input.get(RUN.required())),
                                        input.get(GATE),
                                        GateIntent.LOOK));
        return context.withRepository(
                here -> {
                    var target = ApprovalTarget.of(here, open);
                    var page = GatePage.of(open, target, here.runs().blobs(), new TextStyle(false));
                    var document = JsonOutput.fields("schema", GATE_SCHEMA);
                    document.putAll(GateDocuments.document(open, target));
                    document.put("page", page);
                    document.put("artifacts", artifacts(open, here.runs().blobs()));
                    var changes = Option.<Map<String, Object>>none();
                    for (var each : Option.ofOptional(target.changes())) {
                        var diff = here.git().diff(each.from(), each.to(), DIFF_BYTES_MAX);
                        changes =
                                Option.of(
                                        JsonOutput.fields(
                                                "since",
                                                each.since(),
                                                "diff",
                                                diff.text(),
                                                "cut",
                                                diff.cut()));
                    }
                    document.put("changes", changes);
                    return OperationResult.of(document, _ -> page);
                });
    }

    private static List<Map<String, Object>> artifacts(OpenGate open, Blobs blobs)
            throws IOException {
        var artifacts = new ArrayList<Map<String, Object>>();
        for (var each : EditableArtifact.of(open))
            artifacts.add(
                    JsonOutput.fields(
                            "name",
                            each.name(),
                            "content",
                            ArtifactJson.indented(each.text(blobs))));
        return artifacts;
    }

    static OpenGate open(OperationContext context, Input input, GateIntent intent)
            throws IOException {
        var run = input.find(RUN);
        for (var shared : SharedCommands.of(context, input))
            return run.isDefined()
                    ? OpenGate.named(shared.copy(run.get()), input.find(GATE).getOrElse(""), intent)
                    : OpenGate.find(
                            shared.runs().copies(), input.find(GATE).toJavaOptional(), intent);
        var open =
                run.isDefined()
                        ? OpenGate.named(
                                run(context, run.get(), intent),
                                input.find(GATE).getOrElse(""),
                                intent)
                        : OpenGate.find(context.runs(), input.find(GATE).toJavaOptional(), intent);
        context.subject().accept(open.run());
        return open;
    }

    private static RunDirectory run(OperationContext context, String reference, GateIntent intent)
            throws IOException {
        if (intent != GateIntent.LOOK
                && context.runs().resolve(reference) instanceof RunReference.Unknown(_, var why))
            throw NotFoundException.of(
                    new UserError(
                            "Agent run not found", why, "foldline status --all", ExitCode.USAGE));
        return NotFoundException.unless(() -> context.checkout().run(reference));
    }

    private static OperationResult approve(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var open = open(context, input, GateIntent.APPROVE);
        var shown = shown(context, input, open);
        var approval = new Command.Approve(open.gate().id(), shown, input.get(COMMENT));
        var done = "Approved: " + open.gate().id() + ", revision " + open.gate().revision();
        for (var elsewhere : SharedCommands.of(context, input))
            return elsewhere.send(open.run(), approval, done);
        var flags = input.get(AS_IT_IS) ? " --as-it-is" : "";
        if (flags.isEmpty())
            context.withRepository(
                    here -> {
                        ApprovalTarget.of(here, open).isAsShown(open);
                        return open;
                    });
        return RunResumption.afterAnswer(
                context,
                input,
                open.run(),
                CommandResult.send(context, open.run(), approval, done, flags));
    }

    private static OperationResult reject(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var open = open(context, input, GateIntent.REJECT);
        var shown = shown(context, input, open);
        int rejections =
                1
                        + open.point()
                                .state()
                                .ledger()
                                .resolutions()
                                .count(each -> each.verdict() == Gate.Verdict.REJECTED);
        var rejection = new Command.Reject(open.gate().id(), shown, input.get(FEEDBACK));
        var done = consequence(open.gate()) + warning(rejections);
        for (var elsewhere : SharedCommands.of(context, input))
            return elsewhere.send(open.run(), rejection, done);
        return RunResumption.afterAnswer(
                context,
                input,
                open.run(),
                CommandResult.send(context, open.run(), rejection, done, ""));
    }

    /**
     * What the answer is bound to. The command line shows and answers the gate at once, but a
     * shared run may receive the answer much later; other clients must name what they reviewed.
     */
    static Shown shown(OperationContext context, Input input, OpenGate open) {
        if (context.frontEnd() == FrontEnd.CLI) {
            open.refuseAnswerToEarlier(input.find(REVISION));
            var later = SharedCommands.of(context, input).isDefined();
            return new Shown(
                    open.shownGate().instance(),
                    input.find(REVISION).orElse(() -> Option.when(later, open.gate()::revision)),
                    open.shownGate().tree());
        }
        var tree = input.find(TREE);
        for (var showed : open.gate().tree())
            if (tree.isEmpty())
                throw new UserError(
                        "tree is missing: this gate shows one, "
                                + showed
                                + "; name the one that you saw",
                        "",
                        "",
                        ExitCode.USAGE);
        return new Shown(input.find(INSTANCE), input.find(REVISION), tree);
    }

    private static String consequence(Gate gate) {
        return switch (gate.onReject()) {
            case REDO -> "Rejected: " + gate.id() + ". The phase runs again";
            case TERMINATE -> "Rejected: " + gate.id() + ". The run ends; its work is saved";
            case CONTINUE -> "Rejected: " + gate.id() + ". The run continues";
        };
    }

    private static String warning(int rejections) {
        return dev.foldline.core.projection.RunTimeline.isMany(rejections)
                ? "\nThis run has been rejected "
                        + rejections
                        + " times: consider rephrasing the task."
                : "";
    }
}
