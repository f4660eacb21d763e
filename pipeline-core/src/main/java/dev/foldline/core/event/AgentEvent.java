package dev.foldline.core.event;

import dev.foldline.core.state.Fault;
import io.vavr.control.Option;
import java.time.Instant;

/** What became of an agent's call. */
public sealed interface AgentEvent extends Event, Event.Answer {

    /**
     * The agent came to an end by itself.
     *
     * @param session the conversation, if it can be taken up again
     * @param transcript id of what it said
     */
    record AgentFinished(long ticket, Option<String> session, Spend spend, Option<String> transcript, Instant at)
            implements AgentEvent {}

    /** It came to no good end; the fault says how. */
    record AgentFailed(long ticket, Fault fault, Option<String> session, Spend spend, Instant at)
            implements AgentEvent {}

    /** Progress: the conversation's id became known. */
    record SessionStarted(long ticket, String session) implements AgentEvent {}
}
