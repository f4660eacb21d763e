package dev.foldline.app.projection;

import static dev.foldline.app.projection.StrictYaml.field;
import static dev.foldline.app.projection.StrictYaml.fields;
import static dev.foldline.app.projection.StrictYaml.items;
import static dev.foldline.app.projection.StrictYaml.refusal;
import static dev.foldline.app.projection.StrictYaml.required;
import static dev.foldline.app.projection.StrictYaml.text;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.event.InitialState.Remark;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.workflow.feature.FeatureFiles.Texts;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunReference;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The files {@code feature.yaml} and {@code spec.yaml} of a folder, from which a run goes on that
 * is not here.
 */
public final class ImportFiles {
    private static final String STATUS = "feature.yaml";
    private static final String SAID = "spec.yaml";

    private ImportFiles() {}

    /**
     * @throws UserError if they are not what they should be, or a run of this repository has
     *     written them
     */
    public static ImportedRun read(Path folder, Runs runs) throws IOException {
        var feature =
                StrictYaml.file(
                        folder.resolve(STATUS),
                        "run",
                        "workflow",
                        "status",
                        "interrupt",
                        "timings");
        var said =
                StrictYaml.file(
                        folder.resolve(SAID),
                        Feature.DESIGN
                                .values()
                                .append("rejectionFeedback")
                                .toJavaArray(String[]::new));
        for (var file : List.of(STATUS, SAID))
            refuseSecrets(folder.resolve(file), runs.redaction());
        var origin = field(feature, "run").map(StrictYaml::text);
        if (origin.isPresent()) refuseOwn(folder, runs, origin.get());
        var completed = completed(feature);
        var artifacts = artifacts(said);
        completed
                .map(phase -> Feature.DESIGN.get(phase).get())
                .filter(name -> !artifacts.containsKey(name))
                .headOption()
                .forEach(
                        name -> {
                            throw refusal(
                                    said.origin(),
                                    "what a completed phase has made is missing: " + name,
                                    "add it, or take the phase out of completedPhases in "
                                            + STATUS);
                        });
        return new ImportedRun(
                completed,
                artifacts,
                field(said, "rejectionFeedback")
                        .map(StrictYaml::items)
                        .orElse(Vector.empty())
                        .map(ImportFiles::remark));
    }

    /** What is said in these files goes into the log as it is, and to agents. */
    private static void refuseSecrets(Path file, Redaction redaction) throws IOException {
        var text = Files.readString(file);
        int secret = Arrays.mismatch(text.toCharArray(), redaction.text(text).toCharArray());
        if (secret >= 0)
            throw new UserError(
                    "this holds " + redaction.suspicion(text),
                    file
                            + ":"
                            + (1
                                    + text.substring(0, secret)
                                            .chars()
                                            .filter(each -> each == '\n')
                                            .count()),
                    "take it out; to speak of it, name a variable",
                    ExitCode.USAGE);
    }

    /**
     * Returns the completed phases of the design, without the current one and the one whose gate is
     * open: it is not approved, so it asks again.
     */
    private static Vector<String> completed(Node.Fields feature) {
        field(feature, "workflow")
                .filter(name -> !text(name).equals(Feature.NAME))
                .ifPresent(
                        name -> {
                            throw refusal(
                                    name.origin(),
                                    "this is a run of " + text(name),
                                    "only a run of " + Feature.NAME + " can be given");
                        });
        var status =
                fields(
                        required(feature, "status"),
                        "state",
                        "phase",
                        "completedPhases",
                        "iteration",
                        "iterationWarning");
        var asked =
                field(feature, "interrupt")
                        .map(
                                node ->
                                        text(
                                                required(
                                                        fields(node, "node", "result", "message"),
                                                        "node")));
        var unapproved =
                Vector.of("start")
                        .appendAll(field(status, "phase").map(StrictYaml::text).stream().toList())
                        .appendAll(asked.stream().toList());
        var named =
                items(required(status, "completedPhases"))
                        .filter(node -> !unapproved.contains(text(node)));
        var design = Feature.DESIGN.keySet().toVector();
        for (int i = 0; i < named.size(); i++) {
            if (i >= design.size() || !text(named.get(i)).equals(design.get(i)))
                throw refusal(
                        named.get(i).origin(),
                        "the phase " + text(named.get(i)) + " cannot be given as completed here",
                        "the first of "
                                + design.mkString(", ")
                                + ", in this order; what later phases made is in the repository of"
                                + " their run: foldline resume");
        }
        return named.map(StrictYaml::text);
    }

    private static Map<String, String> artifacts(Node.Fields said) {
        Map<String, String> artifacts = LinkedHashMap.empty();
        for (var name : Feature.DESIGN.values()) {
            var node = field(said, name);
            if (node.isEmpty()) continue;
            var json = JsonOutput.exact(StrictYaml.plain(node.get()));
            if (ArtifactFormat.of(name).read(json.getBytes(StandardCharsets.UTF_8), Vector.empty())
                    instanceof ArtifactFormat.Reading.Invalid(var problems))
                throw refusal(
                        node.get().origin(),
                        name + " is not what it should be: " + String.join("; ", problems),
                        "foldline schema " + name);
            artifacts = artifacts.put(name, json);
        }
        return artifacts;
    }

    private static Remark remark(Node node) {
        var entry = fields(node, "iteration", "message", "phase", "timestamp");
        var phase = required(entry, "phase");
        var gates = Feature.DESIGN.keySet().toVector().appendAll(Feature.GATED).distinct();
        if (!gates.contains(text(phase)))
            throw refusal(
                    phase.origin(),
                    "no gate is called " + text(phase),
                    "one of " + gates.mkString(", "));
        var message = required(entry, "message");
        if (text(message).isBlank())
            throw refusal(
                    message.origin(),
                    "Feedback is required for rejection",
                    "say what was to be done better");
        return new Remark(text(phase), text(message), time(required(entry, "timestamp")));
    }

    private static Instant time(Node node) {
        try {
            return Instant.parse(text(node));
        } catch (DateTimeException malformed) {
            throw refusal(
                    node.origin(), "this is no time: " + text(node), "as in 2026-01-31T12:00:00Z");
        }
    }

    /**
     * What a run here has once written of itself is nothing new; the log tells all that it ever
     * wrote.
     */
    private static void refuseOwn(Path folder, Runs runs, String run) throws IOException {
        if (!(runs.resolve(run) instanceof RunReference.Found(var own))
                || !own.id().text().equals(run)
                || !own.hasStarted()) return;
        var there = Files.readString(folder.resolve(STATUS));
        for (var account : Projections.accounts(own)) {
            if (Texts.of(account, own.blobs()).feature().equals(there)) {
                var isOver =
                        RunHistory.open(own).latest().state().lifecycle()
                                instanceof Lifecycle.Ended;
                throw new UserError(
                        STATUS
                                + " is what run "
                                + run
                                + " of this repository has written itself"
                                + (isOver ? ", and it has ended" : ""),
                        folder.resolve(STATUS).toString(),
                        isOver
                                ? "begin without it: foldline run --workflow "
                                        + Feature.NAME
                                        + " \"what to do\""
                                : "foldline resume " + run,
                        ExitCode.USAGE);
            }
        }
    }
}
