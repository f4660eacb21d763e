package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.gate.EditableArtifact;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Replacement;
import dev.foldline.effects.artifact.ArtifactJson;
import dev.foldline.effects.store.Blobs;

import java.io.IOException;

/** Replaces an artifact at an open gate. */
final class GateEdit {
    private static final Field<String> ARTIFACT =
            Field.text("artifact", "name of the artifact, such as plan")
                    .required()
                    .asArgument("ARTIFACT");
    private static final Field<InputFile> CONTENT =
            Field.file("content", "the new text, or - for standard input (default: your editor)")
                    .requiredRemotely()
                    .asFlag("FILE", "-f", "--file");

    private GateEdit() {}

    static final Operation EDIT =
            Operation.command(
                            "edit",
                            "Replace an artifact that an open gate shows, such as the plan. It is"
                                    + " checked as if the phase had submitted it; the gate then"
                                    + " shows a new revision.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            GateEdit::edit)
                    .withPermission(Permission.APPROVE)
                    .withFields(
                            ARTIFACT,
                            GateOperations.GATE,
                            GateOperations.RUN_OF_GATE,
                            GateOperations.REVISION,
                            GateOperations.INSTANCE,
                            GateOperations.TREE,
                            CONTENT,
                            RunResumption.AFTER_ANSWER)
                    .withExamples(
                            "foldline edit plan                 open the plan in your editor",
                            "foldline edit plan -f plan.json    replace it by this file")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(
                            FrontEnd.HTTP,
                            new Endpoint.Derived("POST /api/gates/{run}/{gate}/edit"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("gate_edit"));

    private static OperationResult edit(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var open = GateOperations.open(context, input, GateIntent.EDIT);
        var shown = shown(context, input, open);
        var blobs = context.runs().blobs();
        var artifact = EditableArtifact.named(open, input.get(ARTIFACT));
        var given = input.find(CONTENT);
        var sent =
                given.isDefined()
                        ? send(
                                context,
                                artifact,
                                shown,
                                artifact.replacement(given.get().content(), blobs))
                        : edited(context, artifact, shown, blobs);
        return RunResumption.afterAnswer(context, input, open.run(), sent);
    }

    /** An editor may be open for hours: what was replaced meanwhile is not overwritten. */
    private static Shown shown(OperationContext context, Input input, OpenGate open) {
        return context.frontEnd() == FrontEnd.CLI && input.find(GateOperations.REVISION).isEmpty()
                ? open.shownGate()
                : GateOperations.shown(context, input, open);
    }

    private static OperationResult send(
            OperationContext context,
            EditableArtifact artifact,
            Shown shown,
            Replacement replacement)
            throws IOException, InterruptedException {
        var open = artifact.open();
        return CommandResult.send(
                context,
                open.run(),
                new Command.ReplaceArtifact(open.gate().id(), shown, replacement),
                "Replaced: "
                        + artifact.name()
                        + ". The gate "
                        + open.gate().id()
                        + " now shows revision "
                        + (open.gate().revision() + 1)
                        + ": foldline gates "
                        + open.gate().id()
                        + " "
                        + open.run().id(),
                "");
    }

    private static OperationResult edited(
            OperationContext context, EditableArtifact artifact, Shown shown, Blobs blobs)
            throws IOException, InterruptedException {
        var open = artifact.open();
        return context.services()
                .edit(
                        artifact.name() + ".json",
                        ArtifactJson.indented(artifact.text(blobs)),
                        "foldline edit "
                                + artifact.name()
                                + " "
                                + open.gate().id()
                                + " "
                                + open.run().id(),
                        text -> send(context, artifact, shown, artifact.replacement(text, blobs)));
    }
}
