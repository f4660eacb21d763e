package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.error.UserError;
import dev.foldline.app.pull.PullWorkerApi;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** The printed remedies of calls that pull work. */
class PullRemediesTest {
    @TempDir Path folder;

    @Test
    void a_call_that_was_cancelled_before_its_turn_is_made_again() throws Exception {
        var place = GreetingProject.ready(folder);
        var lock = Files.createDirectories(place.root.resolve(".git/foldline")).resolve("desk");
        var cancelled =
                new RunObserver() {
                    @Override
                    public boolean isCancelled() {
                        return true;
                    }
                };
        UserError refused;
        try (var _ = ((RunLock.LockAttempt.Held) RunLock.take(lock)).lock()) {
            refused =
                    catchThrowableOfType(
                            UserError.class,
                            () -> PullWorkerApi.open(place.root, place.environment, cancelled));
        }
        var printed = new CommandResult(refused.exit().value(), "", refused.hint() + "\n");
        assertThat(Remedy.done(place, printed, "foldline task get").out())
                .startsWith("Please read the plan file");
    }
}
