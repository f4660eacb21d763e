package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.Spend;
import dev.foldline.effects.agent.stream.Dialect;
import dev.foldline.effects.agent.stream.Dialect.Sum;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;

/**
 * What earlier calls of a conversation have told of their spending, as the log has it: an agent that goes on with it may count them all again.
 *
 * @param tokens 0 if it is a new conversation, or its agent tells what each call costs
 */
record ToldBefore(long tokens) {
    static final ToldBefore NOTHING = new ToldBefore(0);

    static ToldBefore of(RunContext run, Dialect dialect, InvokeAgent effect) throws IOException {
        return dialect.sum() == Sum.OF_CALL || effect.resumes().isEmpty() || !Files.exists(run.directory().events()) ? NOTHING
                : in(run, effect.resumes().get());
    }

    private static ToldBefore in(RunContext run, String session) throws IOException {
        var tickets = new HashSet<Long>();
        long tokens = 0;
        try (var reader = LogReader.open(run.directory().events())) {
            while (reader.next() instanceof Reading.Line(var line))
                tokens += told(line.event((bytes, offset, length) -> Wire.event(line.version(), bytes, offset, length)), session, tickets);
        }
        return new ToldBefore(tokens);
    }

    /** What an event tells of the conversation's spending, and which calls were its. */
    private static long told(Event event, String session, Set<Long> tickets) {
        return switch (event) {
            case SessionStarted begun when begun.session().equals(session) -> {
                tickets.add(begun.ticket());
                yield 0;
            }
            case AgentFinished end when end.session().contains(session) -> tokens(end.spend());
            case AgentFailed end when end.session().contains(session)   -> tokens(end.spend());
            case EffectCancelled end when tickets.contains(end.ticket()) -> tokens(end.spend());
            case Event _ -> 0;
        };
    }

    private static long tokens(Spend spend) { return spend.tokens().getOrElse(0L); }

    /** What is new of a count. One that is lower than what was told before began anew. */
    Option<Long> of(Option<Long> count) { return count.map(all -> all >= tokens ? all - tokens : all); }
}
