package dev.foldline.app.command.agent;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.agent.AgentProbe.Seen;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.run.WorkflowFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    public Integer call() throws IOException {
        return list();
    }

    @Command(name = "list", description = "List the available agents (default).")
    int list() throws IOException {
        var seen = new AgentProbe(console.environment(), console.directory()).all(settings());
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.agents/1",
                            "agents",
                            seen.stream().map(AgentsCommand::document).toList()));
        else seen.forEach(each -> console.print(line(each)));
        return ExitCode.DONE.value();
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

    private static Map<String, Object> document(Seen seen) {
        return JsonOutput.fields(
                "name",
                seen.name(),
                "kind",
                seen.kind(),
                "program",
                seen.program(),
                "version",
                seen.version(),
                "signed_in",
                switch (seen.signedIn()) {
                    case YES -> java.util.Optional.of(true);
                    case NO -> java.util.Optional.of(false);
                    case UNKNOWN -> java.util.Optional.empty();
                });
    }

    private static String line(Seen seen) {
        return "%-14s %-9s %s%n"
                .formatted(
                        seen.name(),
                        seen.kind(),
                        seen.program().isEmpty()
                                ? "not found"
                                : seen.program().get()
                                        + seen.version().map(version -> ", " + version).orElse("")
                                        + switch (seen.signedIn()) {
                                            case YES ->
                                                    seen.kind().equals("scripted")
                                                            ? ""
                                                            : ", signed in";
                                            case NO -> ", not signed in";
                                            case UNKNOWN -> "";
                                        });
    }
}
