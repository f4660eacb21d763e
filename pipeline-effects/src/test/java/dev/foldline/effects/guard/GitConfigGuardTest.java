package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.Workplace;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class GitConfigGuardTest {
    @TempDir Path folder;

    /** One that could not be taken away is still there when git would be asked next. */
    @Test
    void they_do_not_hold_while_there_is_a_hook_that_was_not_there_before() throws Exception {
        try (var at = Workplace.in(folder)) {
            var fences =
                    GitConfigGuard.around(
                            at.context().git(),
                            at.context().blobs(),
                            RunRefs.look(at.context().git(), Option.none()));
            assertThat(fences.hold()).isTrue();
            at.hook("pre-push", "exit 0");
            assertThat(fences.hold()).isFalse();
        }
    }
}
