package dev.foldline.app.command.agent;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.command.OperationCommand;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.run.WorkflowFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Which agents there are, and whether one does what is expected of it. */
@Command(
        name = "agents",
        description =
                "List the available agents with program, version and sign-in state. Calls no"
                        + " model.",
        footer = {
            "  foldline agents",
            "  foldline agents test claude        give it three small tasks in a temporary"
                    + " repository and",
            "                                     check that it behaves as a run expects; costs a"
                    + " few cents",
        })
public final class AgentsCommand implements Callable<Integer> {
    private final Console console;

    public AgentsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return OperationCommand.perform(Operations.named("agents list"), console);
    }

    @Command(
            name = "test",
            description =
                    "Test an agent with three small tasks in a temporary repository. Exits with 1"
                            + " if a test fails.",
            footer = {
                "  foldline agents test codex",
                "This calls the agent's model, which costs money."
            })
    int test(@Parameters(paramLabel = "NAME", description = "Agent, or agent:model.") String name)
            throws IOException, InterruptedException {
        var agents = WorkflowFactory.agents(settings());
        if (agents.find(name).isEmpty())
            throw unknownAgent(name, new TreeSet<>(agents.agents().keySet()));
        var report = new Conformance(name, agents, console.environment()).report();
        var exit = report.ok() ? ExitCode.DONE : ExitCode.FAILED;
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.agent_test/1",
                            "ok",
                            report.ok(),
                            "exit",
                            exit.value(),
                            "agent",
                            name,
                            "findings",
                            report.findings().stream()
                                    .map(
                                            each ->
                                                    JsonOutput.fields(
                                                            "what",
                                                            each.what(),
                                                            "ok",
                                                            each.ok(),
                                                            "detail",
                                                            each.detail()))
                                    .toList(),
                            "repository",
                            report.repository()));
        else {
            report.findings()
                    .forEach(
                            each ->
                                    console.print(
                                            (each.ok()
                                                            ? console.paint().good("ok      ")
                                                            : console.paint().bad("broken  "))
                                                    + each.what()
                                                    + (each.detail().isEmpty()
                                                            ? ""
                                                            : ": " + each.detail())
                                                    + "\n"));
            report.repository()
                    .ifPresent(folder -> console.print("its work is in " + folder + "\n"));
        }
        return exit.value();
    }

    private static UserError unknownAgent(String name, Set<String> there) {
        return new UserError(
                "unknown agent " + name + "; available: " + String.join(", ", there),
                "",
                "foldline agents test " + SpellingSuggestion.to(name, there).orElse("NAME"),
                ExitCode.USAGE);
    }

    private Settings settings() {
        return Configuration.load(
                        Sources.of(console.directory(), console.environment(), List.of()),
                        WorkflowFactory.catalogue())
                .settings();
    }
}
