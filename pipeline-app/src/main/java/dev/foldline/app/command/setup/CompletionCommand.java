package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.Optional;
import java.util.concurrent.Callable;

/** A script that makes a shell complete our commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for bash, zsh or fish.",
        footer = {
            "  source <(foldline completion bash)",
            "  foldline completion fish > ~/.config/fish/completions/foldline.fish",
        })
public final class CompletionCommand implements Callable<Integer> {
    /** The shells there are scripts for. */
    public enum Shell {
        bash,
        zsh,
        fish
    }

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "Shell: bash, zsh or fish.")
    private Optional<Shell> shell = Optional.empty();

    @Spec private CommandSpec spec = CommandSpec.create();

    public CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var root = spec.root();
        var named =
                shell.orElseThrow(
                        () ->
                                new UserError(
                                        "name a shell: bash, zsh or fish",
                                        "",
                                        "foldline completion bash",
                                        ExitCode.USAGE));
        console.print(
                switch (named) {
                    case bash, zsh ->
                            AutoComplete.bash(root.name(), root.commandLine())
                                    + "\n"; // serves zsh by its bashcompinit
                    case fish -> FishCompletion.script(root);
                });
        return ExitCode.DONE.value();
    }
}
