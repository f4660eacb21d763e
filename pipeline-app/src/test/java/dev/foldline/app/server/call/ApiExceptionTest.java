package dev.foldline.app.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The status that a client is told for what a command would have ended with. */
class ApiExceptionTest {
    @ParameterizedTest
    @EnumSource
    void each_exit_code_maps_to_its_http_status(ExitCode exit) {
        var status = ApiException.of(new UserError("no", "there", "do this", exit)).status();
        assertThat(status)
                .isEqualTo(
                        switch (exit) {
                            case USAGE -> 400;
                            case UNAVAILABLE, WALL_CLOCK, INTERRUPTED, TERMINATED -> 503;
                            case DONE, BUG, DIVERGED, UNWANTED -> 500;
                            case FAILED,
                                    SUSPENDED,
                                    AUTHENTICATION,
                                    CONFLICT,
                                    BUDGET_REACHED,
                                    LOCKED,
                                    ESCALATED,
                                    HALTED ->
                                    409;
                        });
    }
}
