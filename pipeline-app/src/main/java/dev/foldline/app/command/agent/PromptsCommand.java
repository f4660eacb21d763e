package dev.foldline.app.command.agent;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.command.setup.TaskArgument;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.run.TaskText;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** The prompts of agents. */
@Command(
        name = "prompts",
        description = "List prompts and show what a run would send. Sends nothing.",
        footer = {
            "  foldline prompts                     list the prompts and your overrides",
            "  foldline prompts show planning       show the prompts of a phase for the task in"
                    + " PROMPT.md",
        })
public final class PromptsCommand implements Callable<Integer> {
    private final Console console;

    public PromptsCommand(Console console) {
        this.console = console;
    }

    /** A prompt of a phase, as it would be sent first. */
    private record Sent(String role, String template, String text) {}

    @Override
    public Integer call() throws IOException {
        return list();
    }

    @Command(name = "list", description = "List all prompts and the files that override them.")
    int list() throws IOException {
        var templates = new Templates(settings().team().prompts());
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.prompts/1",
                            "prompts",
                            Templates.names()
                                    .map(
                                            name ->
                                                    JsonOutput.fields(
                                                            "name",
                                                            name,
                                                            "file",
                                                            templates.own(name)))
                                    .asJava()));
        else
            Templates.names()
                    .forEach(
                            name ->
                                    console.print(
                                            "%-24s %s%n"
                                                    .formatted(
                                                            name,
                                                            templates
                                                                    .own(name)
                                                                    .map(Path::toString)
                                                                    .orElse("ours"))));
        return ExitCode.DONE.value();
    }

    @Command(
            name = "show",
            description = "Show the first prompts of a phase, for TASK or the task in PROMPT.md.")
    int show(
            @Parameters(paramLabel = "PHASE", description = "Phase of the configured workflow.")
                    String phase,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "TASK",
                            defaultValue = "",
                            description = "Task, or - for standard input (default: PROMPT.md).")
                    String task)
            throws IOException {
        var settings = settings();
        var workflow = WorkflowFactory.workflow(settings, new Branching.Stay(), Vector.empty());
        var found = phase(workflow, phase);
        var text =
                task.equals(Console.INPUT)
                        ? TaskArgument.written(console, task)
                        : task.isEmpty()
                                ? TaskText.from(
                                        root(), "foldline prompts show " + ShellWord.of(phase))
                                : TaskText.ofText(task);
        var sent = sent(found, text, new Templates(settings.team().prompts()));
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.prompts/1",
                            "phase",
                            phase,
                            "prompts",
                            sent.map(
                                            each ->
                                                    JsonOutput.fields(
                                                            "role",
                                                            each.role(),
                                                            "name",
                                                            each.template(),
                                                            "text",
                                                            each.text()))
                                    .asJava()));
        else if (sent.isEmpty()) console.print("phase " + phase + " calls no agent\n");
        else
            sent.forEach(
                    each ->
                            console.print(
                                    console.paint()
                                                    .strong(
                                                            "--- "
                                                                    + each.template()
                                                                    + ", for the "
                                                                    + each.role())
                                            + "\n"
                                            + each.text()
                                            + "\n"));
        return ExitCode.DONE.value();
    }

    private static Phase phase(Workflow workflow, String name) {
        return workflow.phases()
                .find(each -> each.id().equals(name))
                .getOrElseThrow(
                        () ->
                                new UserError(
                                        "workflow " + workflow.name() + " has no phase " + name,
                                        "",
                                        "foldline prompts show "
                                                + SpellingSuggestion.to(
                                                                name,
                                                                workflow.phases()
                                                                        .map(Phase::id)
                                                                        .asJava())
                                                        .orElse("PHASE"),
                                        ExitCode.USAGE));
    }

    /** Texts are kept for the time of writing a prompt only, in a folder of its own. */
    private static Vector<Sent> sent(Phase phase, String task, Templates templates)
            throws IOException {
        Path folder = Files.createTempDirectory("foldline-prompts-");
        try {
            var blobs = Runs.of(folder).blobs();
            var prompts = new Prompts(blobs, templates, Schemas.OURS);
            var sent = Vector.<Sent>empty();
            for (int step = 0; step < phase.steps().size(); step++) {
                if (!(phase.steps().get(step) instanceof Step.Prompt(var role, var template)))
                    continue;
                var brief =
                        new PromptContext(
                                blobs.put(task),
                                PromptContext.FRESH,
                                LinkedHashMap.empty(),
                                Vector.empty(),
                                phase.artifacts(step, phase.segmentEnd(step)));
                sent =
                        sent.append(
                                new Sent(
                                        role,
                                        template,
                                        prompts.text(
                                                new RenderPrompt(
                                                        new EffectKey(
                                                                "", 0, phase.id(), step, 1, 1),
                                                        role,
                                                        template,
                                                        brief))));
            }
            return sent;
        } finally {
            new ProtectedFolder(folder).remove();
        }
    }

    private Settings settings() throws IOException {
        return Configuration.load(
                        Sources.of(root(), console.environment(), List.of()),
                        WorkflowFactory.catalogue())
                .settings();
    }

    private Path root() throws IOException {
        try {
            return Checkout.at(console.directory()).root();
        } catch (UserError noRepository) {
            return console.directory();
        }
    }
}
