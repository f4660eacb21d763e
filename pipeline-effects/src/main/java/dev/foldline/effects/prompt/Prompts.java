package dev.foldline.effects.prompt;

import dev.foldline.core.effect.Brief;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.Worker;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.runtime.CommitMetadata;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.artifact.Exchange;
import dev.foldline.effects.store.Blobs;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.Map;

/** Writes prompts: a template for each purpose, filled with the task, what was made so far, and what is to be answered. */
public final class Prompts {
    private static final String INTERRUPTED = "The last call was interrupted: look at what is there already, and go on from it";
    private static final int OUTPUT_CHARS_MAX = 12_000;
    private static final int ARTIFACT_CHARS_MAX = 40_000;

    private final Blobs blobs;
    private final Templates templates;

    public Prompts(Blobs blobs, Templates templates) {
        this.blobs = blobs;
        this.templates = templates;
    }

    public Event render(long ticket, RenderPrompt effect) throws IOException {
        return new PromptRendered(ticket, blobs.put(text(effect)));
    }

    /** The prompt as the agent will read it. */
    public String text(RenderPrompt effect) throws IOException { return text(effect, ""); }

    /** @param instruction what a worker that pulls its work would be told now */
    public String text(RenderPrompt effect, String instruction) throws IOException {
        var brief = effect.brief();
        return Template.fill(templates.text(effect.template()), Map.of(
                "task", blobs.text(brief.task()).strip(),
                "artifacts", artifacts(brief),
                "reason", reason(effect),
                "feedback", feedback(brief),
                "expected", expected(brief),
                "role", effect.role(),
                "instruction", instruction,
                "metadata", brief.worker().map(by -> CommitMetadata.of(by, WorkObserved.COMPLETED).print()).getOrElse(""))).strip() + "\n";
    }

    private static String expected(Brief brief) {
        var text = new StringBuilder();
        for (String artifact : brief.expected()) {
            text.append("Write `").append(Exchange.pathOf(artifact)).append("`, JSON that this schema accepts:\n\n")
                    .append(Template.fenced("json", ArtifactFormat.schemaText(artifact)));
        }
        return text.toString();
    }

    /** A commit's message says nothing about what is still to be done. */
    private String artifacts(Brief brief) throws IOException {
        var text = new StringBuilder();
        for (var artifact : brief.artifacts()) {
            if (artifact._1().equals("commit_message")) continue;
            text.append("\n# ").append(artifact._1()).append(".json, handed in earlier\n")
                    .append(Template.fenced("json", blobs.text(artifact._2(), ARTIFACT_CHARS_MAX)));
        }
        return text.toString();
    }

    private String feedback(Brief brief) throws IOException {
        if (brief.feedback().isEmpty()) return "";
        var text = new StringBuilder("\n# What was said about earlier tries\n");
        for (var remark : brief.feedback()) {
            text.append("\n").append(Template.quoted(remark.message())).append(output(remark.output()));
        }
        return text.toString();
    }

    private String reason(RenderPrompt effect) throws IOException {
        var brief = effect.brief();
        return brief.mode() instanceof Brief.Mode.Mending(var fault, _) && brief.worker().isDefined() && effect.template().equals(Task.ERROR_TEMPLATE)
                ? error(brief.worker().get(), fault) : reason(brief.mode());
    }

    private String error(Worker failed, Fault fault) throws IOException {
        return ErrorTerminal.message(failed.task(), fault.message()) + "\n" + output(fault.output());
    }

    private String reason(Brief.Mode mode) throws IOException {
        return switch (mode) {
            case Brief.Mode.Fresh _             -> "";
            case Brief.Mode.Again(var setback) when setback.fault().kind() == Fault.Kind.LOST -> section(INTERRUPTED, setback.fault());
            case Brief.Mode.Again(var setback) when isNoWork(setback.fault().kind()) -> "\n# " + INTERRUPTED + "\n";
            case Brief.Mode.Again(var setback)  -> section("The last try did not work: answer this first", setback.fault());
            case Brief.Mode.Mending(var fault, _) -> section("This failed before", fault);
            case Brief.Mode.Continued(var kind, var number) -> "\n# " + (kind == Continuation.Kind.MORE
                    ? "The work is unfinished: go on where it stands" : "The work was sent back: redo it with what was said")
                    + " (" + (number + 1) + ")\n";
        };
    }

    /** What an agent or its account lacks: nothing about it can be answered by working on, least of all by another agent. */
    private static boolean isNoWork(Fault.Kind kind) {
        return switch (kind) {
            case AUTHENTICATION, CREDIT, RATE_LIMIT, OVERLOADED, NETWORK, MODEL_UNAVAILABLE, CONTEXT_FULL, MAX_TURNS, ALLOWANCE_SPENT,
                 SESSION_UNKNOWN, AGENT_SETUP -> true;
            case NO_OUTPUT, TIMEOUT, AGENT_FAILED, PROMPT_MISSING, OUTPUT_INVALID, LOST, CHECK_FAILED, CHECK_BROKEN, EVIDENCE_STALE, COMMIT_REJECTED,
                 CONFLICT, GIT, FILES, LABELLED, CHILD_FAILED, STUCK, ROLE_EMPTY, TRESPASS, NEEDS_PERSON, SPENT, UNEXPECTED -> false;
        };
    }

    private String section(String title, Fault fault) throws IOException {
        return "\n# " + title + "\n" + Template.quoted(fault.message()) + output(fault.output());
    }

    private String output(Option<String> blob) throws IOException {
        return blob.isEmpty() ? "" : "\n" + Template.fenced("", blobs.tail(blob.get(), OUTPUT_CHARS_MAX));
    }
}
