package dev.foldline.core.event;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** The outcome of an agent's call. */
public sealed interface AgentEvent extends Event, Event.Answer {

    /**
     * The agent exited normally.
     *
     * @param session the conversation, if it can be resumed
     * @param transcript id of the agent's output
     * @param reverted the private ref that keeps commits which were made during the call and then
     *     undone, leaving their changes uncommitted
     * @param notes repository changes by others during the call that do not affect the run, and
     *     where they are kept; hosts that the call reached through its sandbox, or was refused
     * @param lastWords what the agent said last, if the call changed and submitted nothing; none,
     *     as in older logs, if it did or if this is unknown
     * @param questions what the agent asked; empty, as in older logs, if nothing
     */
    record AgentFinished(
            long ticket,
            Option<String> session,
            Spend spend,
            Option<String> transcript,
            Instant at,
            Option<String> reverted,
            Vector<String> notes,
            Option<String> lastWords,
            Vector<Question> questions)
            implements AgentEvent {

        /** A call without commits. */
        public AgentFinished(
                long ticket,
                Option<String> session,
                Spend spend,
                Option<String> transcript,
                Instant at) {
            this(
                    ticket,
                    session,
                    spend,
                    transcript,
                    at,
                    Option.none(),
                    Vector.empty(),
                    Option.none(),
                    Vector.empty());
        }
    }

    /**
     * The call failed with this fault. {@code reverted} and {@code notes} are as in {@link
     * AgentFinished}.
     */
    record AgentFailed(
            long ticket,
            Fault fault,
            Option<String> session,
            Spend spend,
            Instant at,
            Option<String> reverted,
            Vector<String> notes)
            implements AgentEvent {

        /** A failed call without commits. */
        public AgentFailed(
                long ticket, Fault fault, Option<String> session, Spend spend, Instant at) {
            this(ticket, fault, session, spend, at, Option.none(), Vector.empty());
        }
    }

    /**
     * The model of a terminal is resolved.
     *
     * @param terminal the item that represents the terminal
     * @param agent the agent that is called first
     * @param model the requested model; the agent's default if none
     * @param program the program that is started
     */
    record ModelSwitched(
            long ticket, String terminal, String agent, Option<String> model, String program)
            implements AgentEvent {}

    /**
     * Progress: the id of the conversation is known.
     *
     * @param model the model in use, as reported by the agent
     * @param version version of the agent's command line
     */
    record SessionStarted(long ticket, String session, Option<String> model, Option<String> version)
            implements AgentEvent {

        /** A session of which the agent reports only the id. */
        public SessionStarted(long ticket, String session) {
            this(ticket, session, Option.none(), Option.none());
        }
    }
}
