package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.projection.tdd.Instructions;
import dev.foldline.core.projection.tdd.Submission;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * The API for an agent that Foldline calls, with the same instructions and the same validation of
 * submissions as for an external agent. Both are derived from the log, like the response to a call.
 */
public final class DrivenWorkerApi {
    private static final String MESSAGE = "commit_message";
    private static final String TOOL = "tool";
    private static final String REPORT = "markdown_report";

    private final RunContext run;
    private final Prompts prompts;

    public DrivenWorkerApi(RunContext run, Prompts prompts) {
        this.run = run;
        this.prompts = prompts;
    }

    /** Returns whether this prompt is an instruction of this API. */
    public static boolean isInstruction(RenderPrompt effect) {
        return effect.template().equals(DrivenTdd.TEMPLATE);
    }

    /** Returns whether this artifact is submitted through this API. */
    public static boolean takes(CollectArtifact effect) {
        return effect.artifact().equals(Tdd.SUBMISSION);
    }

    public Event instruct(long ticket, RenderPrompt effect) throws IOException {
        return new PromptRendered(
                ticket,
                run.blobs()
                        .put(
                                prompts.text(
                                        besidesTheInstruction(effect), Instructions.next(view()))));
    }

    /**
     * The instruction contains the failure of the check; other failures are added to the prompt.
     */
    private static RenderPrompt besidesTheInstruction(RenderPrompt effect) {
        var brief = effect.brief();
        return brief.mode() instanceof PromptContext.Mode.Again(var setback)
                        && setback.kind() == Retry.Kind.INSTRUCT_AGAIN
                ? new RenderPrompt(
                        effect.key(),
                        effect.role(),
                        effect.template(),
                        new PromptContext(
                                brief.task(),
                                PromptContext.FRESH,
                                brief.artifacts(),
                                brief.feedback(),
                                brief.expected()))
                : effect;
    }

    public Event take(long ticket, CollectArtifact effect) throws IOException {
        var found = run.exchange().read(effect.artifact());
        if (found.isEmpty())
            return new ArtifactRefused(
                    ticket,
                    effect.artifact(),
                    "File '" + Tdd.SUBMISSION + ".json' not found",
                    Option.none());
        var content = run.blobs().put(found.get());
        var judged =
                ArtifactFormat.of(effect.artifact()).read(found.get(), Vector.empty())
                                instanceof ArtifactFormat.Reading.Invalid(var problems)
                        ? Either.<String, Submitted>left(
                                effect.artifact() + ": " + String.join("; ", problems))
                        : judged(TddFiles.document(run.blobs().text(content)));
        return judged.fold(
                why -> new ArtifactRefused(ticket, effect.artifact(), why, Option.of(content)),
                submitted ->
                        new ArtifactAccepted(
                                ticket,
                                effect.artifact(),
                                content,
                                submitted.label(),
                                Vector.empty(),
                                submitted.arguments()));
    }

    /** The label and the arguments of a submission. */
    private record Submitted(String label, Map<String, String> arguments) {}

    private Either<String, Submitted> judged(JsonValue.Obj document) throws IOException {
        var reported = view();
        var arguments =
                document.fields()
                        .foldLeft(
                                (Map<String, String>) LinkedHashMap.<String, String>empty(),
                                (all, field) ->
                                        field._2() instanceof JsonValue.Text(var text)
                                                ? all.put(field._1(), text)
                                                : all);
        if (arguments.containsKey(TOOL))
            return used(reported, arguments.get(TOOL).get(), arguments.get(REPORT).getOrElse(""));
        if (reported.status() != TddStatus.INITIALIZING) return submitted(reported, arguments);
        return document.fields().get(DrivenTdd.NOTHING_LEFT).contains(new JsonValue.Bare("true"))
                ? Either.right(new Submitted(DrivenTdd.NOTHING_LEFT, LinkedHashMap.empty()))
                : submitted(reported, arguments);
    }

    private Either<String, Submitted> used(TddView reported, String tool, String report)
            throws IOException {
        var locked = Submission.locked(reported, tool, report);
        if (locked.isDefined()) return Either.left(locked.get().error());
        return Either.right(
                new Submitted(
                        tool,
                        report.isBlank()
                                ? LinkedHashMap.empty()
                                : LinkedHashMap.of(REPORT, run.blobs().put(report))));
    }

    private Either<String, Submitted> submitted(TddView reported, Map<String, String> arguments)
            throws IOException {
        var sighting = new WorktreeObserver(run.root(), run.git(), runs());
        var seen = sighting.of(reported);
        var judged =
                Submission.judged(reported, seen, arguments)
                        .mapLeft(CallResponse::error)
                        .flatMap(
                                taken ->
                                        unplanned(reported, sighting)
                                                .<Map<String, String>>toEither(taken)
                                                .swap());
        if (judged.isLeft()) return Either.left(judged.getLeft());
        var message = message(reported);
        var brought =
                message.isEmpty()
                        ? judged.get()
                        : judged.get().put(MESSAGE, run.blobs().put(message.get().line()));
        var label =
                reported.status() == TddStatus.INITIALIZING
                        ? DrivenTdd.PLANNED
                        : judged.get().get(Tdd.VERDICT).getOrElse("");
        return Either.right(new Submitted(label, brought));
    }

    /**
     * Returns a problem of the plan other than its format: it must name the file that is marked at
     * the end.
     */
    private Option<String> unplanned(TddView reported, WorktreeObserver sighting) {
        if (reported.status() != TddStatus.INITIALIZING
                && reported.status() != TddStatus.REPLANNING) return Option.none();
        return planned()
                .masterPlanPath()
                .filter(
                        path ->
                                !sighting.inside(path)
                                        .exists(
                                                name ->
                                                        Files.isRegularFile(
                                                                run.root().resolve(name))))
                .map(
                        path ->
                                TddFiles.PLAN
                                        + ": masterPlanPath: there is no file '"
                                        + path
                                        + "' in this repository");
    }

    /** Returns the message of the following commits. */
    private Option<JsonValue.Obj> message(TddView reported) {
        return switch (reported.status()) {
            case INITIALIZING, REPLANNING ->
                    Option.of(planned())
                            .filter(plan -> !plan.title().isBlank())
                            .map(
                                    plan ->
                                            JsonValue.Obj.EMPTY
                                                    .with("subject", oneLine(plan.title()))
                                                    .with(
                                                            "body",
                                                            plan.document()
                                                                    .text("summary")
                                                                    .getOrElse("")));
            case FINALIZE_COMPLETE ->
                    Option.of(JsonValue.Obj.EMPTY.with("subject", reported.planUpdateSubject()));
            case CREATING_BRANCH,
                    EXECUTING_TDD,
                    DEBUGGING,
                    CODE_REVIEW,
                    AWAITING_FINALIZATION,
                    PLAN_UPDATED,
                    MERGING_BRANCH,
                    HALTED ->
                    Option.none();
        };
    }

    /**
     * Returns the plan as the agent has written it. An unreadable one is empty here, and reported
     * when it is collected.
     */
    private ActivePr planned() {
        try {
            return new ActivePr(
                    TddFiles.bytes(run.root(), TddFiles.PLAN)
                            .map(
                                    bytes ->
                                            TddFiles.document(
                                                    new String(bytes, StandardCharsets.UTF_8)))
                            .orElse(JsonValue.Obj.EMPTY));
        } catch (IOException unreadable) {
            return ActivePr.EMPTY;
        }
    }

    private static String oneLine(String title) {
        return title.replaceAll("\\s+", " ").strip();
    }

    private TddView view() throws IOException {
        return TddTexts.view(LoggedTimeline.of(run.directory()), run.blobs());
    }

    private Runs runs() {
        return new Runs(run.directory().path().resolve("../..").normalize(), run.redaction());
    }
}
