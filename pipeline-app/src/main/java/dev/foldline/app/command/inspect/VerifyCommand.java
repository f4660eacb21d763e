package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.OperationCommand;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.operation.CatalogueQueries;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.crash.CrashTestSetup;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Crashes the driver of a simulated run at every possible point, and compares the results. Every
 * start of Foldline inspects the fields and methods of all commands. None of them here has a type
 * of the testkit, so only this command loads it.
 */
@Command(
        name = "verify",
        description =
                "Crash the driver at every possible point in a simulation and compare the results.",
        footer = {
            "  foldline verify --crash-points all @                  crash a replay of the latest"
                    + " run",
            "  foldline verify --crash-points all --workflow ralph   crash a workflow in simulated"
                    + " worlds",
            "  foldline verify --crash-points 500 --seed 7 @         500 points, chosen by the"
                    + " seed",
            "  foldline verify --crash-points in-effect:3 --workflow ralph --world calm",
            "                                                        one point, as printed with a"
                    + " violation",
        })
public final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "@",
            description = "Run to replay from its log (default: latest).")
    private String run = "@";

    @Option(
            names = "--workflow",
            paramLabel = "NAME|FILE",
            defaultValue = "",
            description = "Verify a workflow or a workflow file instead of a run.")
    private String workflow = "";

    @Option(
            names = "--crash-points",
            paramLabel = "all|N|POINT",
            defaultValue = "all",
            description =
                    "Crash points: all, a number for each world, or those printed with a"
                            + " violation.")
    private String points = "all";

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Random seed.")
    private long seed = 1;

    @Option(
            names = "--world",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Only this world of the workflow, such as calm.")
    private String world = "";

    private final Worlds worlds;

    /** Provides the simulations of a workflow. */
    @FunctionalInterface
    interface Worlds {
        List<CrashTestSetup> of(Workflow workflow, long seed);
    }

    public VerifyCommand(Console console) {
        // A method reference would load its class before the command is called.
        this(console, (workflow, seed) -> CrashTestSetup.of(workflow, seed));
    }

    VerifyCommand(Console console, Worlds worlds) {
        this.console = console;
        this.worlds = worlds;
    }

    @Override
    public Integer call() throws IOException {
        var verification = new CrashVerification(console, points, seed);
        if (workflow.isEmpty())
            return verification.verifyRun(
                    RunHistory.open(RunLookup.find(console, RunArgument.parse(run))));
        var configured = CatalogueQueries.configured(OperationCommand.context(console), workflow);
        return verification.verifyWorkflow(workflow, worlds.of(configured, seed), world);
    }
}
