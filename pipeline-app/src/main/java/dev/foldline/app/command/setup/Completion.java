package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.OfAllCommands;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A script that makes a shell complete our commands and options. */
@Command(name = "completion", description = "Print a completion script for bash, zsh or fish.",
        footer = {
            "  source <(foldline completion bash)",
            "  foldline completion fish > ~/.config/fish/completions/foldline.fish",
        })
public final class Completion implements Callable<Integer>, OfAllCommands {
    /** The shells there are scripts for. */
    public enum Shell { bash, zsh, fish }

    private final Console console;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.bash;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public Completion(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var root = spec.root();
        console.print(switch (shell) {
            case bash, zsh -> AutoComplete.bash(root.name(), root.commandLine()) + "\n"; // serves zsh by its bashcompinit
            case fish      -> FishCompletion.script(root);
        });
        return ExitCode.DONE.value();
    }
}
