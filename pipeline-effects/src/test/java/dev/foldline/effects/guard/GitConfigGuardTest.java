package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.HandlerFixture;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class GitConfigGuardTest {
    @TempDir Path folder;

    /** One that could not be taken away is still there when git would be asked next. */
    @Test
    void config_guards_fail_while_a_new_hook_exists() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
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
