package dev.foldline.app.command.operate;

import dev.foldline.app.command.HelpSections;
import dev.foldline.app.error.ExitCode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Definitions of workflows, and workflows of tasks; the operations below {@code workflow} are its
 * commands.
 */
@Command(
        name = "workflow",
        aliases = "workflows",
        description = "Write, check and simulate workflows; run tasks in parallel and merge them.",
        footer = {
            "  foldline workflow new mine && foldline workflow check mine",
            "  foldline workflow graph ralph --format svg > ralph.svg",
            "  foldline workflow create -f tasks.yaml",
            "  foldline workflow ready && foldline workflow start",
        })
public final class WorkflowCommand implements Callable<Integer>, HelpSections {
    private static final List<String> OF_DEFINITIONS =
            List.of("list", "new", "show", "graph", "check", "simulate");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Override
    public String first() {
        return "Definitions of workflows";
    }

    @Override
    public String rest() {
        return "Workflows of tasks";
    }

    @Override
    public List<String> names() {
        return OF_DEFINITIONS;
    }
}
