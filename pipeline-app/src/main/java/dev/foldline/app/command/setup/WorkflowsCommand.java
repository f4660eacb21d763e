package dev.foldline.app.command.setup;

import dev.foldline.app.error.ExitCode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** The workflows there are, as they would run here. */
@Command(
        name = "workflows",
        description = "List, show, check and draw workflows.",
        footer = {
            "  foldline workflows show ralph      stages, phases and steps, with the numbers"
                    + " configured here",
            "  foldline workflows graph ralph --dot | dot -Tsvg > ralph.svg",
        })
public final class WorkflowsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }
}
