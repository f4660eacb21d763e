package dev.foldline.app.command;

import dev.foldline.app.output.Version;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** {@code foldline} itself: without a command it shows what there is. */
@Command(
        name = "foldline",
        versionProvider = Root.Versions.class,
        description =
                "Runs coding agents over a git repository through a workflow, unattended, and never"
                        + " loses work.",
        footer = {
            "  foldline demo                            watch a complete run, without keys or"
                    + " network",
            "  foldline init                            write a starter foldline.yaml and"
                    + " PROMPT.md",
            "  foldline run \"add a --version flag\"      start a run on a new branch",
            "  foldline status                          show the state of the latest run",
            "  foldline explain @:120                   explain what the latest run did after event"
                    + " 120",
        })
@SuppressWarnings("UnusedVariable") // the fields are there for picocli to read
public final class Root implements Callable<Integer> {
    @Mixin private final GlobalOptions options;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show help for a command.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Spec private CommandSpec spec;

    public Root(GlobalOptions options) {
        this.options = options;
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }

    /** What {@code --version} prints. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"foldline " + Version.text()};
        }
    }
}
