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
     * @param takenBack the private ref that keeps commits which were made during the call and became uncommitted work again
     */
    record AgentFinished(long ticket, Option<String> session, Spend spend, Option<String> transcript, Instant at, Option<String> takenBack)
            implements AgentEvent {

        /** Of a call during which nobody committed. */
        public AgentFinished(long ticket, Option<String> session, Spend spend, Option<String> transcript, Instant at) {
            this(ticket, session, spend, transcript, at, Option.none());
        }
    }

    /** It came to no good end; the fault says how. {@code takenBack} as when it has finished. */
    record AgentFailed(long ticket, Fault fault, Option<String> session, Spend spend, Instant at, Option<String> takenBack)
            implements AgentEvent {

        /** Of a call during which nobody committed. */
        public AgentFailed(long ticket, Fault fault, Option<String> session, Spend spend, Instant at) {
            this(ticket, fault, session, spend, at, Option.none());
        }
    }

    /**
     * A terminal has what it will work with.
     *
     * @param terminal the item that stands for it
     * @param agent the one that will be called first
     * @param model that it is asked for; its own choice if none
     * @param program that is started
     */
    record ModelSwitched(long ticket, String terminal, String agent, Option<String> model, String program) implements AgentEvent {}

    /**
     * Progress: the conversation's id became known.
     *
     * @param model that answers, as the agent tells it
     * @param version of the agent's command line
     */
    record SessionStarted(long ticket, String session, Option<String> model, Option<String> version) implements AgentEvent {

        /** Of an agent that tells no more. */
        public SessionStarted(long ticket, String session) { this(ticket, session, Option.none(), Option.none()); }
    }
}
