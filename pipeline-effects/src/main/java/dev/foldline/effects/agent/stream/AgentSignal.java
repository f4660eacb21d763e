package dev.foldline.effects.agent.stream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Something an agent's command line tells while it works, the same for all of them. */
public sealed interface AgentSignal {
    /** No name of anything is longer; the rest of one is cut off. */
    int NAME_CHARS_MAX = 200;

    /**
     * The conversation has an id.
     *
     * @param session empty if what was told can be none: it becomes an argument of the next call
     */
    record Started(String session, Optional<String> model, Optional<String> version) implements AgentSignal {
        private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9][\\w.-]{0,127}");

        public Started {
            if (!SESSION.matcher(session).matches()) session = "";
            model = model.map(AgentSignal::name);
            version = version.map(AgentSignal::name);
        }
    }

    /** The agent says something, as a whole. */
    record Text(String text) implements AgentSignal {}

    /** The agent goes on saying something. */
    record TextDelta(String text) implements AgentSignal {}

    /** The agent thinks. */
    record Thinking(String text) implements AgentSignal {}

    /** The agent calls a tool; the input is complete, in the tool's own form. */
    record ToolCall(String id, String name, String input) implements AgentSignal {}

    /** A tool has answered; the summary is the beginning of its answer. */
    record ToolResult(String id, boolean ok, String summary) implements AgentSignal {}

    /** An agent that this one called tells something. */
    record SubAgent(String parent, AgentSignal signal) implements AgentSignal {}

    /** The command line tries to reach its provider again: no progress. */
    record Retrying(int attempt, int attemptsMax, Duration delay, OptionalInt status, Optional<FailureKind> kind) implements AgentSignal {}

    /** How much of the account's allowance is left. */
    record Quota(Standing standing, String window, Optional<Instant> resetsAt) implements AgentSignal {
        /** Whether calls are taken. */
        public enum Standing { ALLOWED, WARNING, REJECTED }

        public Quota { window = name(window); }
    }

    /**
     * What was spent.
     *
     * @param of what it was spent on; told again for the same, the later count holds
     * @param tokens read and written, those from a cache included
     * @param microUsd in millionths of a dollar; absent if the agent does not tell
     */
    record Usage(Scope of, String key, long tokens, Optional<Long> microUsd) implements AgentSignal {
        /** A step of the call, or all of it. */
        public enum Scope { STEP, CALL }
    }

    /** A turn is over. After a good one the agent may exit. */
    record TurnEnded(String reason, Goodness goodness) implements AgentSignal {
        /** Whether the call may end here. */
        public enum Goodness { GOOD, MORE_TO_COME }

        public TurnEnded { reason = name(reason); }
    }

    /** Something a person may want to know; nothing follows from it. */
    record Warning(String text) implements AgentSignal {}

    /**
     * Something failed.
     *
     * @param kind what typed fields say; absent if only the rest tells
     * @param status of HTTP
     * @param message what the command line itself says of it, never what the model says
     */
    record Failed(Weight weight, Optional<FailureKind> kind, OptionalInt status, String message, Optional<Resets> resets) implements AgentSignal {
        /** What it means for the call. */
        public enum Weight {
            /** The call has failed, whatever follows. */
            FINAL,
            /** It has failed unless the agent goes on. */
            UNLESS_IT_GOES_ON,
            /** It says why, should the call fail. */
            HINT
        }
    }

    /** A line that nobody understands, its beginning. */
    record Unparsed(String raw) implements AgentSignal {}

    private static String name(String text) { return text.substring(0, Math.min(text.length(), NAME_CHARS_MAX)); }
}
