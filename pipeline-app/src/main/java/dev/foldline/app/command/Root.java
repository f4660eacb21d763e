package dev.foldline.app.command;

import dev.foldline.app.output.Version;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.concurrent.Callable;

/** {@code foldline} itself: without a command it shows what there is. */
public final class Root implements Callable<Integer> {
    private final CommandSpec spec;

    public Root(GlobalOptions options) {
        this.spec = CommandSpec.wrapWithoutInspection(this).name("foldline");
        options.addTo(spec);
        spec.addOption(
                OptionSpec.builder("-V", "--version")
                        .type(boolean.class)
                        .arity("0")
                        .versionHelp(true)
                        .description("Show the version.")
                        .build());
        spec.versionProvider(() -> new String[] {"foldline " + Version.text()});
        spec.usageMessage()
                .description(
                        "Runs coding agents over a git repository through a workflow, unattended,"
                                + " and never loses work.")
                .footer(
                        "  foldline demo                            watch a complete run, without"
                                + " keys or network",
                        "  foldline init                            write a starter foldline.yaml"
                                + " and PROMPT.md",
                        "  foldline run \"add a --version flag\"      start a run on a new branch",
                        "  foldline status                          show the state of the latest"
                                + " run",
                        "  foldline explain @:120                   explain what the latest run did"
                                + " after event 120");
    }

    /** The command without those below it. */
    CommandLine line() {
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
