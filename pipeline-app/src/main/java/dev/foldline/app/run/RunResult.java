package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.core.PipelineState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a command that drove a run left it.
 *
 * @param reason one word for programs: {@code completed}, {@code gate}, {@code budget_reached}, ...
 * @param message one sentence for people
 * @param next commands to paste
 */
public record RunResult(PipelineState state, Path root, ExitCode exit, String reason, String message,
        Optional<Instant> retryAt, List<String> next) {
    public RunResult {
        next = List.copyOf(next);
    }
}
