package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.ErrorPhrase;
import dev.foldline.effects.agent.stream.FailureKind;

import java.util.List;

/**
 * The wordings of failures that no typed field identifies, one a row: the agent, the version in
 * which the wording was seen, its words, and the kind of the failure. Of an agent's rows the first
 * that matches counts. Only an agent's own messages are compared with them, never a model's text.
 */
public final class ErrorPhrases {
    private static final String TABLE =
            """
            claude   | 2.1.197  | No conversation found with session ID                    | SESSION_UNKNOWN
            claude   | 2.1.197  | Not logged in                                            | AUTH
            claude   | 2.1.197  | Invalid API key                                          | AUTH
            claude   | 1.0      | Context limit reached                                    | CONTEXT_FULL
            claude   | 2.1.332  | hit your limit                                           | RATE_LIMIT
            claude   | 2.1.332  | hit your * limit                                         | RATE_LIMIT
            claude   | 2.0      | out of extra usage * resets                              | RATE_LIMIT
            claude   | 2.0      | out of extra usage                                       | CREDIT
            claude   | 1.0      | usage limit reached                                      | RATE_LIMIT
            claude   | 1.0      | limit reached * resets                                   | RATE_LIMIT
            claude   | 2.1.197  | Credit balance is too low                                | CREDIT
            claude   | 2.1.332  | Credit balance too low                                   | CREDIT
            claude   | 2.1.332  | out of usage credits                                     | CREDIT
            claude   | 2.1.332  | usage credit limit reached                               | CREDIT
            claude   | 2.1.332  | out of credits                                           | CREDIT
            claude   | 2.1.197  | Request rejected (429)                                   | RATE_LIMIT
            claude   | 2.1.332  | temporarily limiting requests                            | RATE_LIMIT
            claude   | 2.1.197  | 529 Overloaded                                           | OVERLOADED
            claude   | 2.1.332  | Server error mid-response                                | OVERLOADED
            claude   | 2.1.197  | Prompt is too long                                       | CONTEXT_FULL
            claude   | 1.0      | exceeded the * output token maximum                      | OUTPUT_LIMIT
            claude   | 2.1.332  | issue with the selected model                            | MODEL_UNAVAILABLE
            claude   | 2.1.197  | Unable to connect to API                                 | NETWORK
            claude   | 2.1.332  | Connection to the API was lost                           | NETWORK
            claude   | 2.1.197  | --dangerously-skip-permissions cannot be used with root  | TRUST_OR_SETUP
            claude   | 2.1.197  | requires --verbose                                       | TRUST_OR_SETUP
            claude   | 2.1.197  | error: unknown option                                    | TRUST_OR_SETUP
            codex    | 0.169.0  | hit your usage limit                                     | RATE_LIMIT
            codex    | 0.171.0  | reached your usage limit                                 | RATE_LIMIT
            codex    | 0.171.0  | out of credits                                           | CREDIT
            codex    | 0.169.0  | Quota exceeded                                           | CREDIT
            codex    | 0.171.0  | exceeded your current quota                              | CREDIT
            codex    | 0.169.0  | Selected model is at capacity                            | OVERLOADED
            codex    | 0.171.0  | model * does not exist                                   | MODEL_UNAVAILABLE
            codex    | 0.171.0  | model is not supported                                   | MODEL_UNAVAILABLE
            codex    | 0.171.0  | do not have access to * model                            | MODEL_UNAVAILABLE
            codex    | 0.171.0  | Incomplete response returned, reason: max_output_tokens  | OUTPUT_LIMIT
            codex    | 0.169.0  | no rollout found for thread id                           | SESSION_UNKNOWN
            codex    | 0.169.0  | Not inside a trusted directory                           | TRUST_OR_SETUP
            codex    | 0.169.0  | error: unexpected argument                               | TRUST_OR_SETUP
            codex    | 0.169.0  | ran out of room in the model's context window            | CONTEXT_FULL
            codex    | 0.169.0  | Rate limit reached                                       | RATE_LIMIT
            codex    | 0.171.0  | rate limit exceeded                                      | RATE_LIMIT
            codex    | 0.169.0  | high demand                                              | OVERLOADED
            codex    | 0.169.0  | stream disconnected before completion                    | NETWORK
            codex    | 0.169.0  | error sending request                                    | NETWORK
            gemini   | 0.61.0   | exhausted your daily quota                               | RATE_LIMIT
            gemini   | 0.61.0   | exhausted your capacity                                  | RATE_LIMIT
            gemini   | 0.61.0   | API key not valid                                        | AUTH
            gemini   | 0.61.0   | Please set an Auth method                                | AUTH
            gemini   | 0.61.0   | Error resuming session                                   | SESSION_UNKNOWN
            gemini   | 0.61.0   | Invalid session identifier                               | SESSION_UNKNOWN
            gemini   | 0.61.0   | No previous sessions found                               | SESSION_UNKNOWN
            gemini   | 0.61.0   | is not found for API version                             | MODEL_UNAVAILABLE
            gemini   | 0.61.0   | exceeds the maximum number of tokens                     | CONTEXT_FULL
            gemini   | 0.61.0   | fetch failed                                             | NETWORK
            gemini   | 0.61.0   | ENOTFOUND                                                | NETWORK
            gemini   | 0.61.0   | ECONNREFUSED                                             | NETWORK
            gemini   | 0.61.0   | not running in a trusted directory                       | TRUST_OR_SETUP
            gemini   | 0.61.0   | Unknown argument                                         | TRUST_OR_SETUP
            opencode | 1.18.33  | Session not found                                        | SESSION_UNKNOWN
            opencode | 1.18.33  | Model not found                                          | MODEL_UNAVAILABLE
            opencode | 1.18.33  | model * does not exist                                   | MODEL_UNAVAILABLE
            opencode | 1.18.33  | exceeded your current quota                              | CREDIT
            opencode | 1.18.33  | out of credits                                           | CREDIT
            opencode | 1.18.33  | Insufficient balance                                     | CREDIT
            opencode | 1.18.33  | Unable to connect                                        | NETWORK
            opencode | 1.18.33  | Cannot connect to API                                    | NETWORK
            opencode | 1.18.33  | ECONNREFUSED                                             | NETWORK
            opencode | 1.18.33  | ENOTFOUND                                                | NETWORK
            opencode | 1.18.33  | Unknown argument                                         | TRUST_OR_SETUP
            openai   | any      | maximum context length                                   | CONTEXT_FULL
            openai   | any      | exceeds the available context size                       | CONTEXT_FULL
            openai   | any      | context window                                           | CONTEXT_FULL
            """;

    /** All rows, in their order. */
    public static final List<Row> ROWS = TABLE.lines().map(Row::of).toList();

    private ErrorPhrases() {}

    /**
     * One wording.
     *
     * @param seen the version of the agent in which it was seen
     */
    public record Row(String agent, String seen, ErrorPhrase phrase) {
        private static Row of(String line) {
            var cells = line.split("\\|");
            return new Row(
                    cells[0].strip(),
                    cells[1].strip(),
                    new ErrorPhrase(cells[2].strip(), FailureKind.valueOf(cells[3].strip())));
        }
    }

    /** Most agents that speak the Agent Client Protocol wrap a known command line, and quote it. */
    static List<ErrorPhrase> of(String agent) {
        return ROWS.stream()
                .filter(
                        row ->
                                row.agent().equals(agent)
                                        || agent.equals(Adapters.ACP)
                                                && !row.agent().equals("openai"))
                .map(Row::phrase)
                .toList();
    }
}
