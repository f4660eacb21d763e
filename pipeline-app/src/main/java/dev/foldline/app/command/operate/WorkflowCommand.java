package dev.foldline.app.command.operate;

import dev.foldline.app.error.ExitCode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** Workflows of tasks; the operations below {@code workflow} are its commands. */
@Command(
        name = "workflow",
        description =
                "Run tasks in parallel, each on its own branch and in its own worktree, and merge"
                        + " them.",
        footer = {
            "  foldline workflow create -f tasks.yaml",
            "  foldline workflow ready && foldline workflow start",
            "  foldline workflow status --json",
        })
public final class WorkflowCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }
}
