package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public ConfigCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "show", description = "Show every key with its value.")
    int show(
            @Option(names = "--origin", description = "Show where each value comes from.")
                    boolean origin,
            @Option(
                            names = "--set",
                            paramLabel = "KEY=VALUE",
                            description = "Show the settings as if run with this value.")
                    List<String> set)
            throws IOException {
        var report =
                ConfigurationContext.at(console, set == null ? new ArrayList<>() : set)
                        .load()
                        .report();
        console.print(console.isJson() ? report.json() + "\n" : report.text(origin));
        return ExitCode.DONE.value();
    }
}
