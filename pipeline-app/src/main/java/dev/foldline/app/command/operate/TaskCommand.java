package dev.foldline.app.command.operate;

import dev.foldline.app.error.ExitCode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** An agent that pulls its work; the operations below {@code task} are its commands. */
@Command(
        name = "task",
        description =
                "Get the next instruction and submit work (for an agent that Foldline does not"
                        + " start).",
        footer = {
            "  foldline task get                                                       get the next"
                    + " instruction",
            "  foldline task submit --test-command 'npm test' --expectation PASS       verify a"
                    + " step",
            "  foldline task submit --analysis-decision SUCCESS                        a test"
                    + " failed for the right reason",
        })
public final class TaskCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }
}
