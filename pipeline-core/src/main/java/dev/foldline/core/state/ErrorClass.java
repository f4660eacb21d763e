package dev.foldline.core.state;

import java.util.regex.Pattern;

/** Whether repeating a failed call can help, according to its error message. */
public enum ErrorClass {
    /** The service was busy or unreachable. */
    RETRYABLE(
            "API Error:"
                + " (400|429|5\\d\\d)|ECONNRESET|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|[Nn]etwork"
                + " error|fetch failed|socket hang up"),
    /** The same call would fail in the same way. */
    FINAL(
            "Process exited with code|ended with exit code|ENOENT|SyntaxError|Agent execution timed"
                    + " out|was ended: too late"),
    /** The message does not tell; the call is repeated. */
    UNKNOWN("");

    /**
     * Separates an error from the agent's output. The output is informational and not used for
     * classification.
     */
    public static final String SAID = "; it said: ";

    private final Pattern words;

    ErrorClass(String words) {
        this.words = Pattern.compile(words);
    }

    /**
     * Returns the first class that matches the message. An unreachable service outranks the exit of
     * the process.
     */
    public static ErrorClass of(Fault fault) {
        int said = fault.message().indexOf(SAID);
        var reported = said < 0 ? fault.message() : fault.message().substring(0, said);
        for (var each : values()) {
            if (each.words.matcher(reported).find()) return each;
        }
        return UNKNOWN;
    }
}
