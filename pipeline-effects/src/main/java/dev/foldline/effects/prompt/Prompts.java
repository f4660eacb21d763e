package dev.foldline.effects.prompt;

import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Questions.Answer;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes prompts from templates, filled with the task, the results so far, and the expected answer.
 */
public final class Prompts {
    private static final String INTERRUPTED =
            "The last call was interrupted: check what is there already, and go on from it";
    private static final int OUTPUT_CHARS_MAX = 12_000;

    private static final String QUESTIONS =
            """

            # If you need an answer
            What you print is not read. If you cannot continue without an answer, write the file `question.json` into
            the folder `.foldline` and end; you are called again with the answer. It is JSON:
            `{"text": "the question", "options": ["one answer", "another"], "recommendation": "one answer",
            "depends_on": "what depends on it"}`. Only `text` is required. Ask nothing that you can find out or decide
            yourself.
            """;
    private static final int ARTIFACT_CHARS_MAX = 40_000;

    private final Blobs blobs;
    private final Templates templates;
    private final Schemas schemas;

    public Prompts(Blobs blobs, Templates templates, Schemas schemas) {
        this.blobs = blobs;
        this.templates = templates;
        this.schemas = schemas;
    }

    public Event render(long ticket, RenderPrompt effect) throws IOException {
        return new PromptRendered(ticket, blobs.put(text(effect)));
    }

    /** Returns the prompt for the agent. */
    public String text(RenderPrompt effect) throws IOException {
        return text(effect, "");
    }

    /**
     * @param instruction the current instruction of a worker that pulls its work
     */
    public String text(RenderPrompt effect, String instruction) throws IOException {
        var template = templates.text(effect.template());
        return Template.fill(template, values(effect, instruction)).strip()
                + "\n"
                + answers(effect.brief(), template)
                + QUESTIONS;
    }

    /** Returns a prompt for a model whose reply is what it submits. */
    public static String withoutQuestions(String prompt) {
        return prompt.endsWith(QUESTIONS)
                ? prompt.substring(0, prompt.length() - QUESTIONS.length())
                : prompt;
    }

    /** The answers reach each agent, whatever its template shows and why ever it is called. */
    private static String answers(PromptContext brief, String template) {
        var answers =
                template.contains("{{feedback}}")
                        ? Vector.<String>empty()
                        : brief.feedback().map(Feedback::message).filter(Answer::isRemark);
        return answers.isEmpty()
                ? ""
                : "\n# What agents of this run have asked\n"
                        + answers.map(Template::quoted).mkString("\n");
    }

    private Map<String, String> values(RenderPrompt effect, String instruction) throws IOException {
        var brief = effect.brief();
        var values = new HashMap<String, String>();
        values.put("task", blobs.text(brief.task()).strip());
        values.put("artifacts", artifacts(brief));
        values.put("reason", reason(effect));
        values.put("feedback", feedback(brief));
        values.put("expected", expected(brief));
        values.put("role", effect.role());
        values.put("instruction", instruction);
        values.put("commits", commits(brief));
        values.put(
                "metadata",
                brief.worker()
                        .map(by -> CommitMetadata.of(by, WorkObserved.COMPLETED).print())
                        .getOrElse(""));
        values.put("item", brief.item().getOrElse(""));
        templates.inputs().forEach((name, value) -> values.put("inputs." + name, value));
        for (var name : ArtifactFormat.published()) values.put("artifacts." + name, "");
        for (var name : schemas.own().keySet()) values.put("artifacts." + name, "");
        for (var artifact : brief.artifacts())
            values.put(
                    "artifacts." + artifact._1(),
                    Template.fenced("json", blobs.text(artifact._2(), ARTIFACT_CHARS_MAX)));
        for (var output : brief.outputs())
            values.put(
                    Templates.outputOf(output._1()),
                    Template.fenced("", blobs.tail(output._2(), OUTPUT_CHARS_MAX)));
        return values;
    }

    /** Returns a code block that its content cannot close. */
    public static String fenced(String language, String content) {
        return Template.fenced(language, content);
    }

    private String expected(PromptContext brief) {
        var text = new StringBuilder();
        for (String artifact : brief.expected()) {
            text.append("Write `")
                    .append(ExchangeFolder.pathOf(artifact))
                    .append("`, JSON that this schema accepts:\n\n")
                    .append(Template.fenced("json", schemas.text(artifact)));
        }
        return text.toString();
    }

    /** A commit's message is omitted, because it says nothing about the remaining work. */
    private String artifacts(PromptContext brief) throws IOException {
        var text = new StringBuilder();
        for (var artifact : brief.artifacts()) {
            if (artifact._1().equals("commit_message")) continue;
            text.append("\n# ")
                    .append(artifact._1())
                    .append(".json, submitted earlier\n")
                    .append(Template.fenced("json", blobs.text(artifact._2(), ARTIFACT_CHARS_MAX)));
        }
        return text.toString();
    }

    private static String commits(PromptContext brief) {
        if (brief.commits().isEmpty()) return "";
        return "\n# The subjects of this run's latest commits: write another\n"
                + Template.quoted(brief.commits().mkString("\n"));
    }

    private String feedback(PromptContext brief) throws IOException {
        var known = known(brief);
        if (brief.feedback().isEmpty()) return known;
        var text = new StringBuilder(known).append("\n# What was said about earlier tries\n");
        for (var remark : brief.feedback()) {
            text.append("\n")
                    .append(Template.quoted(remark.message()))
                    .append(output(remark.output()));
        }
        return text.toString();
    }

    private static String known(PromptContext brief) {
        if (brief.known().isEmpty()) return "";
        return "\n"
                + "# Known failures, not your task\n"
                + "These failed before any of your work, and stop no commit. Leave them alone"
                + " unless the task is about them. What else fails is new.\n"
                + Template.quoted(brief.known().mkString("\n"));
    }

    private String reason(RenderPrompt effect) throws IOException {
        var brief = effect.brief();
        return brief.mode() instanceof PromptContext.Mode.Repair(var fault, _, var earlier)
                        && brief.worker().isDefined()
                        && effect.template().equals(Task.ERROR_TEMPLATE)
                ? error(brief.worker().get(), fault) + earlier(earlier)
                : reason(brief.mode());
    }

    private String error(TerminalAgent failed, Fault fault) throws IOException {
        return ErrorTerminal.message(failed.task(), fault.message())
                + "\n"
                + output(fault.output());
    }

    private String reason(PromptContext.Mode mode) throws IOException {
        return switch (mode) {
            case PromptContext.Mode.Fresh _ -> "";
            case PromptContext.Mode.Again(var setback)
                    when setback.fault().kind() == Fault.Kind.LOST ->
                    section(INTERRUPTED, setback.fault());
            case PromptContext.Mode.Again(var setback)
                    when setback.fault().kind() == Fault.Kind.OUTPUT_LIMIT ->
                    "\n# "
                            + INTERRUPTED
                            + "\n\n"
                            + "The answer was cut off at the output limit. Continue in smaller"
                            + " steps: write one file, or one part of a file, at a time.\n";
            case PromptContext.Mode.Again(var setback) when isNoWork(setback.fault().kind()) ->
                    "\n# " + INTERRUPTED + "\n";
            case PromptContext.Mode.Again(var setback) ->
                    section("The last try did not work: answer this first", setback.fault());
            case PromptContext.Mode.Repair(var fault, _, var earlier) ->
                    section("This failed before", fault) + earlier(earlier);
            case PromptContext.Mode.Continued(var kind, var number) ->
                    "\n# " + continuation(kind) + " (" + (number + 1) + ")\n";
        };
    }

    private static String continuation(Continuation.Kind kind) {
        return switch (kind) {
            case MORE -> "The work is unfinished: continue from its current state";
            case REDO -> "The work was sent back: redo it with what was said";
            case ANSWER -> "Your question is answered: continue with the answer";
        };
    }

    /** Lists earlier attempts, so that the next one does not repeat them. */
    private static String earlier(Vector<String> attempts) {
        return attempts.isEmpty()
                ? ""
                : "\n# Earlier attempts to fix it did not help: look for another cause\n"
                        + Template.quoted(attempts.mkString("\n"));
    }

    /**
     * Problems of an agent or its account, which no work can fix, least of all by another agent.
     */
    private static boolean isNoWork(Fault.Kind kind) {
        return switch (kind) {
            case AUTHENTICATION,
                    CREDIT,
                    RATE_LIMIT,
                    OVERLOADED,
                    NETWORK,
                    MODEL_UNAVAILABLE,
                    CONTEXT_FULL,
                    MAX_TURNS,
                    OUTPUT_LIMIT,
                    ALLOWANCE_SPENT,
                    SESSION_UNKNOWN,
                    AGENT_SETUP ->
                    true;
            case NO_OUTPUT,
                    TIMEOUT,
                    AGENT_FAILED,
                    PROMPT_MISSING,
                    NO_PROGRESS,
                    OUTPUT_INVALID,
                    LOST,
                    CHECK_FAILED,
                    CHECK_BROKEN,
                    EVIDENCE_STALE,
                    COMMIT_REJECTED,
                    CONFLICT,
                    GIT,
                    GIT_KILLED,
                    FORGE,
                    FILES,
                    LABELLED,
                    CHILD_FAILED,
                    STUCK,
                    ROLE_EMPTY,
                    TRESPASS,
                    NEEDS_PERSON,
                    SPENT,
                    BUDGET_SPENT,
                    UNEXPECTED ->
                    false;
        };
    }

    private String section(String title, Fault fault) throws IOException {
        return "\n# " + title + "\n" + Template.quoted(fault.message()) + output(fault.output());
    }

    private String output(Option<String> blob) throws IOException {
        return blob.isEmpty()
                ? ""
                : "\n" + Template.fenced("", blobs.tail(blob.get(), OUTPUT_CHARS_MAX));
    }
}
