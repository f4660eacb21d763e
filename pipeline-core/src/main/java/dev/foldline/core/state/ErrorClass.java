package dev.foldline.core.state;

import java.util.regex.Pattern;

/** Whether making a failed call again can help, as far as the words of its error tell. */
public enum ErrorClass {
    /** The other side was busy or out of reach. */
    RETRYABLE("API Error: (400|429|5\\d\\d)|ECONNRESET|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|[Nn]etwork error|fetch failed|socket hang up"),
    /** The same call would fail in the same way. */
    FINAL("Process exited with code|ended with exit code|ENOENT|SyntaxError|Agent execution timed out|was ended: too late"),
    /** The words tell nothing; it is made again. */
    UNKNOWN("");

    /** What stands behind this in a message is what an agent printed of its work: for people, and no evidence. */
    public static final String SAID = "; it said: ";

    private final Pattern words;

    ErrorClass(String words) { this.words = Pattern.compile(words); }

    /** The first class whose words are in the message. What is out of reach outranks how the process ended. */
    public static ErrorClass of(Fault fault) {
        int said = fault.message().indexOf(SAID);
        var told = said < 0 ? fault.message() : fault.message().substring(0, said);
        for (var each : values()) {
            if (each.words.matcher(told).find()) return each;
        }
        return UNKNOWN;
    }
}
