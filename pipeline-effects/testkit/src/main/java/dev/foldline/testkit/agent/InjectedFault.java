package dev.foldline.testkit.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An anomaly of a fake agent's call, which may still succeed. */
public enum InjectedFault {
    /** It prints nothing and does not end. */
    SILENT,
    /** It becomes silent after using a tool and does not end. */
    SILENT_AFTER_TOOL,
    /** It sends meaningless frames and does not end. */
    HEARTBEAT,
    /** It repeats the same short text and does not end. */
    SLOW_DRIP,
    /** It keeps retrying to reach its provider and does not end. */
    RETRY_STORM,
    /** It keeps using the same tool with the same failure and does not end. */
    SAME_TOOL_AGAIN,
    /** One of its lines is cut. */
    TORN_LINE,
    /** One line is written into the middle of another. */
    INTERLEAVED,
    /** A frame has an unknown type. */
    UNKNOWN_FRAME,
    /** A line is five mebibytes long. */
    HUGE_LINE,
    /** A line is not UTF-8. */
    INVALID_UTF8,
    /** Its lines have Windows line ends. */
    CRLF,
    /** It prints colors to standard error. */
    ANSI,
    /** It leaves a process behind. */
    ORPHAN,
    /** It ignores SIGTERM. */
    IGNORES_TERM,
    /** It closes its output and keeps running. */
    CLOSES_STDOUT;

    /** Returns the spelling in scripts: {@code torn_line}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<InjectedFault> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(InjectedFault::word).collect(Collectors.joining(", "));
    }
}
