package dev.foldline.effects.agent;

import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.Dialect.Farewell;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.Outcome;
import dev.foldline.effects.agent.stream.Resets;
import dev.foldline.effects.process.Ended;
import dev.foldline.effects.process.ProcessResult;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Locale;

/** What went wrong with a call, by how its process ended, what its stream told, and what it did. */
record Verdicts(String agent, Hearing hearing, Farewell farewell, Diligence diligence) {
    private static final int SIGNALLED = 128;
    private static final int TAIL_CHARS_MAX = 600;

    /** A limit's end is waited for a little longer, each call by another part of this, so that not all come back at once. */
    private static final Duration LATER_MAX = Duration.ofMinutes(1);
    private static final int LATER_PARTS = 10;

    /** None if the agent did its work. */
    Option<Fault> fault(ProcessResult result, ZonedDateTime now, long ticket) throws IOException {
        if (hearing.stop().isPresent()) return stopped(hearing.stop().get(), now, ticket);
        return switch (result.ended()) {
            case Ended.StartFailed(var why)  -> fault(Kind.AGENT_SETUP, "could not be started: " + why);
            case Ended.TimedOut(var which)   -> late(result, which, now, ticket);
            case Ended.Cancelled _           -> Option.none();
            case Ended.Exited(var code)      -> farewell == Farewell.SAID ? ended(code, result, now, ticket) : exited(code, result);
            case Ended.Signalled(var signal) -> farewell == Farewell.SAID ? ended(SIGNALLED + signal, result, now, ticket)
                    : fault(Kind.AGENT_FAILED, "was ended by signal " + signal);
        };
    }

    private Option<Fault> stopped(Hearing.Stop why, ZonedDateTime now, long ticket) {
        return switch (why) {
            case ALLOWANCE_SPENT -> fault(Kind.ALLOWANCE_SPENT, "was ended: it " + FailureKind.ALLOWANCE_SPENT.phrase());
            case RETRYING        -> told(hearing.finish(new Exit.Stalled(), ""), now, ticket);
        };
    }

    /** A command line that speaks frames. */
    private Option<Fault> ended(int code, ProcessResult result, ZonedDateTime now, long ticket) {
        return told(hearing.finish(new Exit.Code(code), result.err().tail()), now, ticket).map(fault ->
                new Fault(fault.kind(), fault.message() + " (exit code " + code + ")", fault.resetsAt(), fault.output()));
    }

    private Option<Fault> told(Outcome outcome, ZonedDateTime now, long ticket) {
        return switch (outcome) {
            case Outcome.Done _ -> Option.none();
            case Outcome.Failed(var kind, _, var message, var resets) -> {
                var fault = fault(kind.fault(), kind.phrase() + (message.isBlank() ? "" : ": " + cut(message)));
                yield resets.isEmpty() ? fault : fault.map(each -> each.until(later(resets.get(), now, ticket).toInstant()));
            }
        };
    }

    private static ZonedDateTime later(Resets resets, ZonedDateTime now, long ticket) {
        var end = resets.from(now).atZone(now.getZone());
        var tenth = Duration.between(now, end).dividedBy(LATER_PARTS);
        var most = tenth.compareTo(LATER_MAX) < 0 ? tenth : LATER_MAX;
        return most.isNegative() ? end : end.plus(most.multipliedBy(1 + Math.floorMod(ticket, LATER_PARTS)).dividedBy(LATER_PARTS));
    }

    /** Any other program. */
    private Option<Fault> exited(int code, ProcessResult result) throws IOException {
        if (code == 0) return isSilent(result) && diligence.nothingDone() ? fault(Kind.NO_OUTPUT, FailureKind.NO_OUTPUT.phrase()) : Option.none();
        var kind = ((Outcome.Failed) hearing.finish(new Exit.Code(code), "")).kind();
        return fault(kind.fault(), (kind == FailureKind.UNKNOWN ? "ended with exit code " + code : kind.phrase() + " (exit code " + code + ")") + tail(result));
    }

    /** An agent that was still trying to reach its provider says why it is late. */
    private Option<Fault> late(ProcessResult result, Ended.Deadline which, ZonedDateTime now, long ticket) throws IOException {
        var stalled = hearing.finish(new Exit.Stalled(), "");
        if (stalled instanceof Outcome.Failed(var kind, _, _, _) && kind != FailureKind.NO_OUTPUT) return told(stalled, now, ticket);
        boolean nothing = farewell == Farewell.SAID ? !hearing.hasBegun() : isSilent(result) && diligence.nothingDone();
        return fault(which == Ended.Deadline.START_UP || nothing ? Kind.NO_OUTPUT : Kind.TIMEOUT,
                "was ended: too late (" + which.name().toLowerCase(Locale.ROOT) + " deadline)");
    }

    private static boolean isSilent(ProcessResult result) { return result.out().bytes() == 0 && result.err().bytes() == 0; }

    private Option<Fault> fault(Kind kind, String what) { return Option.of(Fault.of(kind, "the agent " + agent + " " + what)); }

    /** What it complained of; else what it said, which is none of its command line's words. */
    private static String tail(ProcessResult result) {
        if (!result.err().tail().isBlank()) return ": " + cut(result.err().tail().strip());
        return result.out().tail().isBlank() ? "" : ErrorClass.SAID + cut(result.out().tail().strip());
    }

    private static String cut(String text) { return text.length() > TAIL_CHARS_MAX ? "..." + text.substring(text.length() - TAIL_CHARS_MAX) : text; }
}
