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
 * @param estimated the estimated cost of these tokens; none if that of a call is unknown
 */
record PriorUsage(long tokens, Option<Long> estimated) {
    static final PriorUsage NOTHING = new PriorUsage(0, Option.of(0L));

    PriorUsage(long tokens) {
        this(tokens, Option.none());
    }

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
        var sum = NOTHING;
        try (var reader = LogReader.open(run.directory().events())) {
            while (reader.next() instanceof ReadResult.Line(var line))
                sum =
                        sum.plus(
                                spendOf(
                                        line.event(
                                                (bytes, offset, length) ->
                                                        Wire.event(
                                                                line.version(),
                                                                bytes,
                                                                offset,
                                                                length)),
                                        session,
                                        tickets));
        }
        return sum;
    }

    private PriorUsage plus(Spend spend) {
        long more = spend.tokens().getOrElse(0L);
        return new PriorUsage(
                tokens + more,
                more == 0
                        ? estimated
                        : estimated.flatMap(all -> spend.estimated().map(cost -> all + cost)));
    }

    /** Returns the conversation's usage from an event, and collects its calls' tickets. */
    private static Spend spendOf(Event event, String session, Set<Long> tickets) {
        return switch (event) {
            case SessionStarted started when started.session().equals(session) -> {
                tickets.add(started.ticket());
                yield Spend.NOTHING;
            }
            case AgentFinished end when end.session().contains(session) -> end.spend();
            case AgentFailed end when end.session().contains(session) -> end.spend();
            case EffectCancelled end when tickets.contains(end.ticket()) -> end.spend();
            case Event _ -> Spend.NOTHING;
        };
    }

    /** Returns the new part of a count. A count lower than the previous one was reset. */
    Option<Long> of(Option<Long> count) {
        return count.map(all -> all >= tokens ? all - tokens : all);
    }

    /** Returns the new part of the cost of so many tokens; none if the earlier part is unknown. */
    Option<Long> ofCost(long cost, Option<Long> count) {
        return count.exists(all -> all < tokens)
                ? Option.of(cost)
                : estimated.map(before -> Math.max(0, cost - before));
    }
}
