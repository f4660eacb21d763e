package dev.foldline.app.command.setup;

import dev.foldline.app.error.ExitCode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** The settings that hold here. */
@Command(
        name = "config",
        description = "Show the effective settings and where each comes from.",
        footer = {
            "  foldline config show --origin      each value with its file and line, variable or"
                    + " flag",
            "  foldline config show --set iterations=3",
        })
public final class ConfigCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }
}
