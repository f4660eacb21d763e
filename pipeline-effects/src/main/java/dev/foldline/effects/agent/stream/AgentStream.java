package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Failed;
import dev.foldline.effects.agent.stream.AgentSignal.Retrying;
import dev.foldline.effects.agent.stream.CallOutcome.Evidence;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Interprets an agent's stream line by line, then its end. It is pure. In doubt the call has
 * failed: only an explicit success counts.
 */
public record AgentStream(StreamFormat dialect) {
    private static final int SIGNALLED = 128;
    private static final int SIGNAL_MAX = 64;

    /** The result of a line. */
    public record Step(StreamState state, List<AgentSignal> signals) {}

    /** How the process ended. As in a shell, the exit code for a signal is 128 plus its number. */
    public sealed interface Exit {
        /** With an exit code of its own, or one that represents a signal. */
        record Code(int code) implements Exit {}

        /** Foldline ended it because it made no progress. */
        record Stalled() implements Exit {}

        /** Foldline ended it because it did not exit after its last frame. */
        record Overdue() implements Exit {}
    }

    /** Processes one line of standard output. */
    public Step step(StreamState before, String line) {
        var signals = dialect.line(line);
        if (signals.isEmpty())
            return new Step(line.isBlank() ? before : before.counted(true), signals);
        var state =
                before.counted(signals.stream().noneMatch(AgentSignal.Unparsed.class::isInstance));
        for (var signal : signals) state = state.after(signal);
        return new Step(state, signals);
    }

    /**
     * Determines the outcome of the call. {@code stderrTail} is used only if the call failed and no
     * final frame names the reason.
     */
    public CallOutcome finish(StreamState state, Exit exit, String stderrTail) {
        return switch (exit) {
            case Exit.Code(int code) when endedWell(state, code) -> new CallOutcome.Done();
            case Exit.Code(int code) -> failed(state, code, stderrTail);
            case Exit.Stalled() -> stalled(state, lastLine(stderrTail));
            case Exit.Overdue() when state.isSuccess() -> new CallOutcome.Done();
            case Exit.Overdue() -> failed(state, 0, "");
        };
    }

    /** The last frame decides, if the agent prints frames: its exit code is no part of its work. */
    private boolean endedWell(StreamState state, int code) {
        return switch (dialect.farewell()) {
            case SAID -> state.isSuccess();
            case BY_EXIT -> code == 0 && state.failures().none();
        };
    }

    private CallOutcome failed(StreamState state, int code, String stderrTail) {
        var said =
                Stream.of(
                                state.failures().last(),
                                state.failures().pending(),
                                state.failures().hint())
                        .flatMap(Optional::stream)
                        .toList();
        var message =
                said.stream()
                        .map(Failed::message)
                        .filter(text -> !text.isBlank())
                        .findFirst()
                        .orElse("");
        var finding =
                finding(
                        state,
                        said,
                        code,
                        code == 0 || state.failures().last().isPresent() ? "" : stderrTail);
        var shown = message.isBlank() && code != 0 ? deciding(stderrTail, finding.kind()) : message;
        return new CallOutcome.Failed(
                finding.kind(), finding.evidence(), shown, resets(state, said, finding.kind()));
    }

    /**
     * Returns the line that names the failure, without startup noise, or the whole text if no line
     * does.
     */
    private String deciding(String stderr, FailureKind kind) {
        return stderr.lines()
                .filter(
                        line ->
                                ErrorPhrase.in(line, dialect.phrases())
                                        .filter(phrase -> phrase.kind() == kind)
                                        .isPresent())
                .findFirst()
                .map(ErrorPhrase::plain)
                .orElseGet(() -> ErrorPhrase.plain(stderr));
    }

    /** A kind, and its evidence. */
    private record Finding(FailureKind kind, Evidence evidence) {}

    /**
     * The strongest evidence decides; see {@link Evidence}. The latest failure precedes untyped
     * earlier ones. The model's text is no evidence.
     */
    private Finding finding(StreamState state, List<Failed> said, int code, String stderrTail) {
        return kind(state.failures().last())
                .map(kind -> new Finding(kind, Evidence.FINAL_FRAME))
                .or(
                        () ->
                                said.stream()
                                        .flatMap(each -> each.kind().stream())
                                        .findFirst()
                                        .map(kind -> new Finding(kind, Evidence.EARLIER_FRAME)))
                .or(() -> byStatus(said.stream().limit(1)))
                .or(() -> ofCode(code).map(kind -> new Finding(kind, Evidence.EXIT_CODE)))
                .or(() -> byPhrase(said.stream().limit(1).map(Failed::message)))
                .or(() -> byStatus(said.stream().skip(1)))
                .or(
                        () ->
                                byPhrase(
                                        Stream.concat(
                                                said.stream().skip(1).map(Failed::message),
                                                Stream.of(stderrTail))))
                .or(
                        () ->
                                unlessItWentOn(state)
                                        .map(kind -> new Finding(kind, Evidence.EARLIER_FRAME)))
                .or(
                        () ->
                                dialect.ofExitAlone(code)
                                        .map(kind -> new Finding(kind, Evidence.EXIT_CODE)))
                .orElseGet(() -> new Finding(untold(state, code), Evidence.NOTHING));
    }

    private static Optional<Finding> byStatus(Stream<Failed> said) {
        return said.flatMap(each -> ofStatus(each.status()).stream())
                .findFirst()
                .map(kind -> new Finding(kind, Evidence.HTTP_STATUS));
    }

    private Optional<Finding> byPhrase(Stream<String> said) {
        return said.flatMap(text -> ErrorPhrase.in(text, dialect.phrases()).stream())
                .findFirst()
                .map(phrase -> new Finding(phrase.kind(), Evidence.PHRASE));
    }

    private static Optional<FailureKind> kind(Optional<Failed> failed) {
        return failed.flatMap(Failed::kind);
    }

    private static Optional<FailureKind> ofStatus(OptionalInt status) {
        return status.isPresent() ? FailureKind.ofStatus(status.getAsInt()) : Optional.empty();
    }

    private Optional<FailureKind> ofCode(int code) {
        return code == 0
                ? Optional.empty()
                : dialect.ofExit(code)
                        .or(() -> dialect.statusOfExit(code).flatMap(FailureKind::ofStatus));
    }

    /** It was still trying to reach its provider. */
    private static Optional<FailureKind> unlessItWentOn(StreamState state) {
        return state.retrying().flatMap(AgentStream::kind);
    }

    private static Optional<FailureKind> kind(Retrying again) {
        return again.kind().or(() -> ofStatus(again.status()));
    }

    private FailureKind untold(StreamState state, int code) {
        boolean signalled =
                code > SIGNALLED
                        && code <= SIGNALLED + SIGNAL_MAX
                        && dialect.statusOfExit(code).isEmpty();
        if (signalled) return FailureKind.KILLED;
        if (code != 0 || !state.failures().none()) return FailureKind.UNKNOWN;
        return state.lines().understood() == 0 && state.lines().not() == 0
                ? FailureKind.NO_OUTPUT
                : FailureKind.PROTOCOL;
    }

    /**
     * An agent that only retried names the cause of its stall, in a frame or in the last line of
     * its standard error: one may wait for the end of a limit for a day, and print nothing else.
     */
    private CallOutcome stalled(StreamState state, String lastError) {
        var typed = unlessItWentOn(state).or(() -> kind(state.failures().pending()));
        if (typed.isPresent()) return stalled(typed.get(), resets(state, List.of(), typed.get()));
        return ErrorPhrase.in(lastError, dialect.phrases())
                .map(ErrorPhrase::kind)
                .filter(kind -> kind == FailureKind.RATE_LIMIT)
                .map(kind -> stalled(kind, LimitResetParser.parse(lastError)))
                .orElseGet(
                        () ->
                                new CallOutcome.Failed(
                                        FailureKind.NO_OUTPUT,
                                        Evidence.NOTHING,
                                        "",
                                        Optional.empty()));
    }

    private static CallOutcome stalled(FailureKind kind, Optional<LimitReset> resets) {
        return new CallOutcome.Failed(kind, Evidence.EARLIER_FRAME, "", resets);
    }

    private static String lastLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line);
    }

    /** Typed times come before those in words, which are truncated to the minute. */
    private static Optional<LimitReset> resets(
            StreamState state, List<Failed> said, FailureKind kind) {
        if (kind != FailureKind.RATE_LIMIT && kind != FailureKind.OVERLOADED)
            return Optional.empty();
        return first(said, Failed::resets)
                .or(() -> state.quotas().resetsAt().map(LimitReset.At::new))
                .or(() -> first(said, failed -> LimitResetParser.parse(failed.message())));
    }

    private static Optional<LimitReset> first(
            List<Failed> said, Function<Failed, Optional<LimitReset>> reset) {
        return said.stream().flatMap(each -> reset.apply(each).stream()).findFirst();
    }
}
