package dev.foldline.app.command;

import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Help as a command: {@code foldline help status} is {@code foldline status --help}. */
@Command(name = "help", description = "Show help for a command, or list all commands.")
final class HelpCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "Command to describe (default: list the ones to begin with).")
    private List<String> words = new ArrayList<>();

    @Option(names = "--all", description = "List all commands, in groups.")
    private boolean isWhole;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        var line = spec.root().commandLine();
        if (isWhole) HelpLayout.listAll(line);
        for (var word : words) {
            var below = line.getSubcommands();
            line = below.get(word);
            if (line == null) {
                throw new UserError(
                        "unknown command " + word,
                        "",
                        SpellingSuggestion.to(word, below.keySet())
                                .map(name -> "foldline help " + name)
                                .orElse("foldline --help"),
                        ExitCode.USAGE);
            }
        }
        line.usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }
}
