package dev.foldline.effects.agent.stream;

import dev.foldline.core.workflow.PriceList.Tokens;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A signal from an agent's CLI, in the same form for all agents. */
public sealed interface AgentSignal {
    /** Maximum length of a name; longer ones are cut. */
    int NAME_CHARS_MAX = 200;

    /**
     * The id of the conversation is known.
     *
     * @param session empty if the reported id is invalid, because it becomes an argument of the
     *     next call
     */
    record Started(String session, Optional<String> model, Optional<String> version)
            implements AgentSignal {
        private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9][\\w.-]{0,127}");

        public Started {
            if (!SESSION.matcher(session).matches()) session = "";
            model = model.map(AgentSignal::name);
            version = version.map(AgentSignal::name);
        }
    }

    /** A complete text of the agent. */
    record Text(String text) implements AgentSignal {}

    /** A part of a text. */
    record TextDelta(String text) implements AgentSignal {}

    /** The agent's reasoning. */
    record Thinking(String text) implements AgentSignal {}

    /** A tool call; the input is complete, in the tool's own format. */
    record ToolCall(String id, String name, String input) implements AgentSignal {}

    /** A tool's result; the summary is the start of it. */
    record ToolResult(String id, boolean ok, String summary) implements AgentSignal {}

    /** A signal of a sub-agent. */
    record SubAgent(String parent, AgentSignal signal) implements AgentSignal {}

    /** The CLI retries to reach its provider, which is not progress. */
    record Retrying(
            int attempt,
            int attemptsMax,
            Duration delay,
            OptionalInt status,
            Optional<FailureKind> kind)
            implements AgentSignal {}

    /** The number of tasks that run in the background. The call goes on until they have ended. */
    record BackgroundTasks(int running) implements AgentSignal {}

    /** The state of an account's quota. */
    record Quota(Standing standing, String window, Optional<Instant> resetsAt)
            implements AgentSignal {
        /** Whether calls are accepted. */
        public enum Standing {
            ALLOWED,
            WARNING,
            REJECTED
        }

        public Quota {
            window = name(window);
        }
    }

    /**
     * Usage.
     *
     * @param of what it covers; if it is reported again, the later count replaces the earlier one
     * @param tokens input and output tokens, including cached ones; absent if the agent reports
     *     only its cost
     * @param microUsd cost in millionths of a dollar; absent if the agent does not report it
     * @param priced the same tokens by their price; absent if the agent reports its cost
     */
    record Usage(
            Scope of,
            String key,
            Optional<Long> tokens,
            Optional<Long> microUsd,
            Optional<Tokens> priced)
            implements AgentSignal {
        /**
         * The usage of a whole call, with its tokens by price.
         *
         * @param input input tokens, including cached ones
         * @param cached input tokens that were read from a cache
         */
        public static Usage ofCall(long input, long cached, long output, Optional<Long> microUsd) {
            long reread = Math.min(input, cached);
            return new Usage(
                    Scope.CALL,
                    "",
                    Optional.of(input + output),
                    microUsd,
                    Optional.of(new Tokens(input - reread, reread, output)));
        }

        public Usage(Scope of, String key, long tokens, Optional<Long> microUsd) {
            this(of, key, Optional.of(tokens), microUsd, Optional.empty());
        }

        /** A step of the call, or the whole call. */
        public enum Scope {
            STEP,
            CALL
        }
    }

    /** A turn or a step of one has started, so an earlier end was not the last one. */
    record TurnStarted() implements AgentSignal {}

    /** A turn has ended. After a good or a failed one the agent should exit. */
    record TurnEnded(String reason, Goodness goodness) implements AgentSignal {
        /** Whether the call ends here. */
        public enum Goodness {
            GOOD,
            FAILED,
            MORE_TO_COME
        }

        static final TurnEnded WITH_FAILURE = new TurnEnded("failed", Goodness.FAILED);

        public TurnEnded {
            reason = name(reason);
        }
    }

    /** A message for the user without consequences. */
    record Warning(String text) implements AgentSignal {}

    /**
     * A failure.
     *
     * @param kind the kind from typed fields; absent if they do not tell
     * @param status HTTP status
     * @param message the CLI's own message, never the model's text
     */
    record Failed(
            Weight weight,
            Optional<FailureKind> kind,
            OptionalInt status,
            String message,
            Optional<LimitReset> resets)
            implements AgentSignal {
        /** The consequence for the call. */
        public enum Weight {
            /** The turn has failed, and with it the call unless a later turn ends well. */
            FINAL,
            /** The call has failed unless the agent continues. */
            UNLESS_IT_GOES_ON,
            /** The reason, if the call fails. */
            HINT
        }
    }

    /** The start of a line that cannot be parsed. */
    record Unparsed(String raw) implements AgentSignal {}

    private static String name(String text) {
        return text.substring(0, Math.min(text.length(), NAME_CHARS_MAX));
    }
}
