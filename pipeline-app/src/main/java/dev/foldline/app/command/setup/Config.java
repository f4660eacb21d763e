package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The settings that hold here. */
@Command(name = "config", description = "Show the settings that hold here, and where each comes from.",
        footer = {
            "  foldline config show --origin      each value with the file and line, variable or flag it comes from",
            "  foldline config show --set iterations=3",
        })
public final class Config implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public Config(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "show", description = "Every key with its value.")
    int show(
            @Option(names = "--origin", description = "Say where each value comes from.") boolean origin,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "As if run with this.") List<String> set)
            throws IOException {
        var report = Setting.at(console, set == null ? new ArrayList<>() : set).load().report();
        console.print(console.isJson() ? report.json() + "\n" : report.text(origin));
        return ExitCode.DONE.value();
    }
}
