package dev.foldline.effects.environment;

import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.RunContext;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Reads what a command of a check said. */
final class CommandResults {
    private final RunContext run;
    private final Path root;

    /**
     * @param root the working tree in which the command ran
     */
    CommandResults(RunContext run, Path root) {
        this.run = run;
        this.root = root;
    }

    /**
     * @param began when the command was started; older reports are not its own
     * @param baseTests id of the list of tests that ran on the base; none if that is not known
     */
    CheckResult read(
            CommandLine.Check command,
            CheckAttempt attempt,
            Instant began,
            Option<String> baseTests)
            throws IOException {
        return attempt.result().succeeded()
                ? new CheckResult.Succeeded(command.name())
                : new CheckResult.Unnamed(
                        command.name(),
                        OutputNormalizer.fingerprint(attempt.how() + "\n" + attempt.text()));
    }
}
