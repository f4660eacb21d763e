package dev.foldline.effects.agent;

import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.LimitReset;
import dev.foldline.effects.agent.stream.StreamFormat.Farewell;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessResult;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Locale;

/** Classifies the failure of a call by the end of its process, its stream, and its effects. */
record FailureClassifier(
        String agent, AgentStreamMonitor hearing, Farewell farewell, NoOpDetector diligence) {
    private static final int SIGNALLED = 128;
    private static final int TAIL_CHARS_MAX = 600;

    /**
     * A limit's end is extended by a different part of this for each call, so that not all calls
     * retry at once.
     */
    private static final Duration LATER_MAX = Duration.ofMinutes(1);

    private static final int LATER_PARTS = 10;

    /** After the end of a limit, the provider needs a moment to know that it has ended. */
    private static final Duration LITTLE = Duration.ofSeconds(5);

    /** Returns none if the agent did its work. */
    Option<Fault> fault(ProcessResult result, ZonedDateTime now, long ticket) throws IOException {
        if (hearing.stop().isPresent()) return stopped(hearing.stop().get(), now, ticket);
        return switch (result.ended()) {
            case ProcessEnd.StartFailed(var why) ->
                    fault(Kind.AGENT_SETUP, "could not be started: " + why);
            case ProcessEnd.LauncherFailed(var why) -> Option.some(AgentSandbox.fault(why));
            case ProcessEnd.TimedOut _ when hearing.isOver() ->
                    faultOf(hearing.finish(new Exit.Overdue(), ""), now, ticket);
            case ProcessEnd.TimedOut(var which) -> late(result, which, now, ticket);
            case ProcessEnd.Cancelled _ -> Option.none();
            case ProcessEnd.Exited exited when hasNotStarted(exited, result) ->
                    fault(Kind.AGENT_SETUP, "could not be started" + tail(result));
            case ProcessEnd.Exited(var code) ->
                    farewell == Farewell.SAID
                            ? ended(code, result, now, ticket)
                            : exited(code, result);
            case ProcessEnd.Signalled(var signal) ->
                    farewell == Farewell.SAID
                            ? ended(SIGNALLED + signal, result, now, ticket)
                            : fault(Kind.AGENT_FAILED, "was ended by signal " + signal);
        };
    }

    /**
     * Describes an end of the process that its last frame does not report; none if it exited well.
     */
    Option<String> note(ProcessEnd end, Duration patience) {
        if (!hearing.isOver()) return Option.none();
        return switch (end) {
            case ProcessEnd.TimedOut(var which) ->
                    Option.of(
                            "the agent "
                                    + agent
                                    + " was ended after its last frame: it did not exit"
                                    + (which == ProcessEnd.Deadline.EXIT
                                            ? " within " + patience.toSeconds() + "s"
                                            : ""));
            case ProcessEnd.Exited(var code) when code != 0 && hearing.isSuccess() ->
                    Option.of(success("exited with code " + code));
            case ProcessEnd.Signalled(var signal) when hearing.isSuccess() ->
                    Option.of(success("was ended by signal " + signal));
            case ProcessEnd.Exited _,
                    ProcessEnd.Signalled _,
                    ProcessEnd.StartFailed _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.Cancelled _ ->
                    Option.none();
        };
    }

    private String success(String end) {
        return "the agent " + agent + " " + end + " after its last frame, which reports success";
    }

    /** A program before the agent, such as {@code env}, reports that there is no agent. */
    private boolean hasNotStarted(ProcessEnd.Exited exited, ProcessResult result) {
        return farewell == Farewell.SAID
                && exited.saysItNeverRan()
                && !hearing.hasBegun()
                && result.out().bytes() == 0;
    }

    private Option<Fault> stopped(AgentStreamMonitor.Stop why, ZonedDateTime now, long ticket) {
        return switch (why) {
            case ALLOWANCE_SPENT ->
                    fault(
                            Kind.ALLOWANCE_SPENT,
                            "was ended: it " + FailureKind.ALLOWANCE_SPENT.phrase());
            case RETRYING -> faultOf(hearing.finish(new Exit.Stalled(), ""), now, ticket);
        };
    }

    /** Classifies the end of a CLI with frames. */
    private Option<Fault> ended(int code, ProcessResult result, ZonedDateTime now, long ticket) {
        return faultOf(hearing.finish(new Exit.Code(code), result.err().tail()), now, ticket)
                .map(
                        fault ->
                                new Fault(
                                        fault.kind(),
                                        fault.message() + " (exit code " + code + ")",
                                        fault.resetsAt(),
                                        fault.output()));
    }

    private Option<Fault> faultOf(CallOutcome outcome, ZonedDateTime now, long ticket) {
        return switch (outcome) {
            case CallOutcome.Done _ -> Option.none();
            case CallOutcome.Failed(var kind, _, var message, var resets) -> {
                var fault =
                        fault(
                                kind.fault(),
                                kind.phrase() + (message.isBlank() ? "" : ": " + cut(message)));
                yield resets.isEmpty()
                        ? fault
                        : fault.map(
                                each -> each.until(later(resets.get(), now, ticket).toInstant()));
            }
        };
    }

    private static ZonedDateTime later(LimitReset resets, ZonedDateTime now, long ticket) {
        var end = resets.from(now).atZone(now.getZone());
        var tenth = Duration.between(now, end).dividedBy(LATER_PARTS);
        var most = tenth.compareTo(LATER_MAX) < 0 ? tenth : LATER_MAX;
        return most.isNegative()
                ? end
                : end.plus(LITTLE)
                        .plus(
                                most.multipliedBy(1 + Math.floorMod(ticket, LATER_PARTS))
                                        .dividedBy(LATER_PARTS));
    }

    /** Classifies the end of any other program. */
    private Option<Fault> exited(int code, ProcessResult result) throws IOException {
        if (code == 0)
            return isSilent(result) && diligence.nothingDone()
                    ? fault(Kind.NO_OUTPUT, FailureKind.NO_OUTPUT.phrase())
                    : Option.none();
        var kind = ((CallOutcome.Failed) hearing.finish(new Exit.Code(code), "")).kind();
        return fault(
                kind.fault(),
                (kind == FailureKind.UNKNOWN
                                ? "ended with exit code " + code
                                : kind.phrase() + " (exit code " + code + ")")
                        + tail(result));
    }

    /** An agent that was still trying to reach its provider names the cause of the delay. */
    private Option<Fault> late(
            ProcessResult result, ProcessEnd.Deadline which, ZonedDateTime now, long ticket)
            throws IOException {
        var stalled = hearing.finish(new Exit.Stalled(), result.err().tail());
        if (stalled instanceof CallOutcome.Failed(var kind, _, _, _)
                && kind != FailureKind.NO_OUTPUT) return faultOf(stalled, now, ticket);
        boolean nothing =
                farewell == Farewell.SAID
                        ? !hearing.hasBegun()
                        : isSilent(result) && diligence.nothingDone();
        return fault(
                which == ProcessEnd.Deadline.START_UP || nothing ? Kind.NO_OUTPUT : Kind.TIMEOUT,
                "was ended: too late (" + which.name().toLowerCase(Locale.ROOT) + " deadline)");
    }

    private static boolean isSilent(ProcessResult result) {
        return result.out().bytes() == 0 && result.err().bytes() == 0;
    }

    private Option<Fault> fault(Kind kind, String what) {
        return Option.of(Fault.of(kind, "the agent " + agent + " " + what));
    }

    /**
     * Returns standard error, or else standard output, which is not an error message of the CLI.
     */
    private static String tail(ProcessResult result) {
        if (!result.err().tail().isBlank()) return ": " + cut(result.err().tail().strip());
        return result.out().tail().isBlank()
                ? ""
                : ErrorClass.SAID + cut(result.out().tail().strip());
    }

    private static String cut(String text) {
        return text.length() > TAIL_CHARS_MAX
                ? "..." + text.substring(text.length() - TAIL_CHARS_MAX)
                : text;
    }
}
