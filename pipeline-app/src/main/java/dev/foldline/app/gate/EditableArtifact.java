package dev.foldline.app.gate;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.StoredDefinition;
import dev.foldline.core.GateArtifacts;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.artifact.ArtifactFormat.Reading;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An artifact that an open gate shows and that the user may replace. */
public record EditableArtifact(OpenGate open, String name) {

    /** Returns the artifacts that may be replaced at a gate. */
    public static Vector<EditableArtifact> of(OpenGate open) {
        return GateArtifacts.of(open.point().state())
                .names()
                .map(name -> new EditableArtifact(open, name));
    }

    /**
     * @throws UserError if the gate shows no such artifact, or it may not be replaced
     */
    public static EditableArtifact named(OpenGate open, String name) {
        var all = of(open);
        return all.find(each -> each.name().equals(name))
                .getOrElseThrow(
                        () ->
                                new UserError(
                                        "the gate "
                                                + open.gate().id()
                                                + " shows no artifact "
                                                + name
                                                + " that can be replaced"
                                                + (all.isEmpty()
                                                        ? ""
                                                        : "; it has "
                                                                + all.map(EditableArtifact::name)
                                                                        .mkString(", ")),
                                        "run " + open.run().id(),
                                        "foldline gates "
                                                + open.gate().id()
                                                + " "
                                                + open.run().id(),
                                        ExitCode.USAGE));
    }

    /** Returns its current text. */
    public String text(Blobs blobs) throws IOException {
        return blobs.text(open.point().state().ledger().artifacts().get(name).get());
    }

    /**
     * Checks a new text as if the phase had submitted it, and stores it.
     *
     * @throws UserError if it does not fit, or holds a secret: its stored form would be another
     *     text
     */
    public Replacement replacement(byte[] content, Blobs blobs) throws IOException {
        if (content.length > ExchangeFolder.ARTIFACT_BYTES_MAX)
            throw invalid("it has more than " + ExchangeFolder.ARTIFACT_BYTES_MAX + " bytes");
        var text = new String(content, StandardCharsets.UTF_8);
        if (!blobs.redaction().isClean(text))
            throw invalid("it holds " + blobs.redaction().suspicion(text));
        return switch (schemas(blobs).format(name).read(content, Vector.empty())) {
            case Reading.Valid(_, var items) -> new Replacement(name, blobs.put(content), items);
            case Reading.Invalid(var problems) -> throw invalid(String.join("; ", problems));
        };
    }

    /** A program that defines a workflow in Java keeps the schemas to itself. */
    private Schemas schemas(Blobs blobs) throws IOException {
        var workflow = open.point().state().workflow().name();
        var schemas = StoredDefinition.of(open.run(), blobs).schemas(Schemas.OURS);
        if (schemas == Schemas.OURS && BuiltinWorkflows.named(workflow).isEmpty())
            throw new UserError(
                    "the workflow "
                            + workflow
                            + " is defined in a program, which checks its artifacts",
                    "run " + open.run().id(),
                    "reject the gate with what is to change",
                    ExitCode.FAILED);
        return schemas;
    }

    private UserError invalid(String why) {
        return new UserError(
                name + " is not replaced: " + why, "run " + open.run().id(), "", ExitCode.USAGE);
    }
}
