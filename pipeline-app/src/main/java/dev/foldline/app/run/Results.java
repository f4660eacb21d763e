package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.driver.Departure;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a departure means for the one who typed the command: exit code, reason, and what to do next. */
public final class Results {
    private Results() {}

    /** @param terminated whether the driver was told to go by the system and not by a person */
    public static RunResult of(Departure departure, Path root, boolean terminated) {
        return switch (departure) {
            case Departure.Ended(var state, var outcome) -> ended(state, root, outcome);
            case Departure.Parked(var state, var awaited) -> awaited.awaited().headOption()
                    .map(first -> parked(state, root, first, terminated))
                    .getOrElse(() -> result(state, root, ExitCode.PARKED, "waiting", "the run waits", resume(state)));
        };
    }

    private static RunResult ended(PipelineState state, Path root, Outcome outcome) {
        var explain = List.of("foldline log " + run(state), "foldline explain " + run(state));
        return switch (outcome) {
            case Outcome.Completed _             -> result(state, root, ExitCode.DONE, "completed", "completed", review(state));
            case Outcome.Failed(var fault)       -> result(state, root, ExitCode.FAILED, "failed", "failed: " + fault.message(), explain);
            case Outcome.Rejected(var gate, var feedback) ->
                    result(state, root, ExitCode.FAILED, "rejected", "rejected at " + gate + ": " + feedback, explain);
            case Outcome.Aborted(var why)        -> result(state, root, ExitCode.FAILED, "aborted", "aborted: " + why, explain);
        };
    }

    private static RunResult parked(PipelineState state, Path root, Awaited awaited, boolean terminated) {
        var id = run(state);
        return switch (awaited) {
            case Awaited.Resolution(var gate) -> result(state, root, ExitCode.PARKED, "gate",
                    "waits for approval of " + gate.id() + ": " + gate.reason(),
                    List.of("foldline approve " + gate.id(), "foldline reject " + gate.id() + " -m 'why'"));
            case Awaited.Resumption _ -> terminated
                    ? result(state, root, ExitCode.TERMINATED, "terminated", "terminated; nothing is lost", resume(state))
                    : result(state, root, ExitCode.INTERRUPTED, "interrupted", "paused; nothing is lost", resume(state));
            case Awaited.Refill(var meter) -> result(state, root, meter.equals("wall") ? ExitCode.WALL_CLOCK : ExitCode.BUDGET_REACHED,
                    meter.equals("wall") ? "wall_clock_limit" : "budget_reached", "the budget is spent: " + meter + "; the work is kept",
                    List.of("foldline resume " + id + " --budget " + meter.split(",", -1)[0] + "=+" + (meter.equals("wall") ? "1h" : "10"), "foldline explain " + id));
            case Awaited.Attention(var fault) -> result(state, root, exit(fault), "halted", "halted: " + fault.message(),
                    List.of("foldline explain " + id, "foldline retry " + id));
            case Awaited.Moment(var notBefore, var why) -> new RunResult(state, root, ExitCode.UNAVAILABLE, "unavailable",
                    why.message() + "; may be tried again at " + notBefore, Optional.of(notBefore), resume(state));
            case Awaited.Call(var instruction, var accepts) -> result(state, root, ExitCode.PARKED, "external",
                    "waits for " + accepts.name().toLowerCase(java.util.Locale.ROOT) + " of " + instruction, resume(state));
            case Awaited.ChildrenEnds(var list) -> result(state, root, ExitCode.PARKED, "children", "waits for the children of " + list, resume(state));
        };
    }

    private static ExitCode exit(Fault fault) {
        return switch (fault.kind()) {
            case AUTHENTICATION, CREDIT -> ExitCode.AUTHENTICATION;
            case CONFLICT -> ExitCode.CONFLICT;
            case RATE_LIMIT, OVERLOADED, NETWORK, MODEL_UNAVAILABLE, CONTEXT_FULL, MAX_TURNS, SESSION_UNKNOWN, AGENT_SETUP, NO_OUTPUT,
                 TIMEOUT, AGENT_FAILED, PROMPT_MISSING, OUTPUT_INVALID, LOST, CHECK_FAILED, CHECK_BROKEN, EVIDENCE_STALE, COMMIT_REJECTED,
                 GIT, FILES, LABELLED, CHILD_FAILED, STUCK, ROLE_EMPTY, TRESPASS, NEEDS_PERSON, SPENT, UNEXPECTED -> ExitCode.FAILED;
        };
    }

    private static List<String> review(PipelineState state) {
        var repository = state.ledger().repository();
        return repository.base().isDefined()
                ? List.of("git log --oneline " + repository.base().get().substring(0, 10) + ".." + repository.branch().getOrElse("HEAD"), "foldline log " + run(state))
                : List.of("foldline log " + run(state));
    }

    private static List<String> resume(PipelineState state) {
        return List.of("foldline resume " + run(state), "foldline explain " + run(state));
    }

    private static RunResult result(PipelineState state, Path root, ExitCode exit, String reason, String message, List<String> next) {
        return new RunResult(state, root, exit, reason, message, Optional.<Instant>empty(), next);
    }

    private static String run(PipelineState state) { return state.header().run(); }
}
