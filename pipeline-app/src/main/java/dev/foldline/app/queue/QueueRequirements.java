package dev.foldline.app.queue;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.RunStart;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxProfile;

import java.io.IOException;

/**
 * What a queue requires of the configuration, which may change as long as it works.
 *
 * @param allowsUnsandboxed whether calls may have no sandbox
 */
public record QueueRequirements(String label, boolean allowsUnsandboxed) {
    /**
     * @throws UserError if a run of the queue must not start with these settings
     */
    public void check(Workspace here, Settings settings) throws IOException {
        if (RunStart.isTdd(settings))
            throw new UserError(
                    "the workflow tdd reads its task from a plan file, not from an issue",
                    "workflow",
                    "set another workflow, or start the plan: foldline run --workflow tdd -f"
                            + " PLAN.md",
                    ExitCode.USAGE);
        if (!allowsUnsandboxed && !isSandboxed(here, settings))
            throw new UserError(
                    "a queue takes its tasks from issues, and not all calls have a sandbox",
                    "sandbox",
                    "set sandbox.kind, or: foldline serve --queue "
                            + ShellWord.of("label:" + label)
                            + " --allow-unsandboxed",
                    ExitCode.USAGE);
    }

    private static boolean isSandboxed(Workspace here, Settings settings) {
        var policy = settings.sandbox().policy(settings.team().sandboxes());
        return policy.profiles().allMatch(SandboxProfile::isSandboxed)
                && SandboxLauncher.obstacle(policy, here.environment()).isEmpty();
    }
}
