package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.agent.stream.StreamFormat;
import dev.foldline.effects.agent.stream.StreamFormat.Sum;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;

/**
 * The usage that earlier calls of a conversation have reported, from the log. An agent that resumes
 * the conversation may report it again.
 *
 * @param tokens 0 for a new conversation, or if the agent reports the usage of each call
 */
record PriorUsage(long tokens) {
    static final PriorUsage NOTHING = new PriorUsage(0);

    static PriorUsage of(RunContext run, StreamFormat dialect, InvokeAgent effect)
            throws IOException {
        return dialect.sum() == Sum.OF_CALL
                        || effect.resumes().isEmpty()
                        || !Files.exists(run.directory().events())
                ? NOTHING
                : in(run, effect.resumes().get());
    }

    private static PriorUsage in(RunContext run, String session) throws IOException {
        var tickets = new HashSet<Long>();
        long tokens = 0;
        try (var reader = LogReader.open(run.directory().events())) {
            while (reader.next() instanceof ReadResult.Line(var line))
                tokens +=
                        tokensOf(
                                line.event(
                                        (bytes, offset, length) ->
                                                Wire.event(line.version(), bytes, offset, length)),
                                session,
                                tickets);
        }
        return new PriorUsage(tokens);
    }

    /** Returns the conversation's usage from an event, and collects its calls' tickets. */
    private static long tokensOf(Event event, String session, Set<Long> tickets) {
        return switch (event) {
            case SessionStarted started when started.session().equals(session) -> {
                tickets.add(started.ticket());
                yield 0;
            }
            case AgentFinished end when end.session().contains(session) -> tokens(end.spend());
            case AgentFailed end when end.session().contains(session) -> tokens(end.spend());
            case EffectCancelled end when tickets.contains(end.ticket()) -> tokens(end.spend());
            case Event _ -> 0;
        };
    }

    private static long tokens(Spend spend) {
        return spend.tokens().getOrElse(0L);
    }

    /** Returns the new part of a count. A count lower than the previous one was reset. */
    Option<Long> of(Option<Long> count) {
        return count.map(all -> all >= tokens ? all - tokens : all);
    }
}
