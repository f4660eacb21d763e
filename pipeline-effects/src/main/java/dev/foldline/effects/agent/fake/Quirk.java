package dev.foldline.effects.agent.fake;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is odd about a fake agent's call, though it may end well. */
public enum Quirk {
    /** It says nothing at all, and does not end. */
    SILENT,
    /** It falls silent after it has used a tool, and does not end. */
    SILENT_AFTER_TOOL,
    /** It sends frames that mean nothing, and does not end. */
    HEARTBEAT,
    /** It says the same little thing again and again, and does not end. */
    SLOW_DRIP,
    /** It tries to reach its provider again and again, and does not end. */
    RETRY_STORM,
    /** It uses the same tool with the same bad result again and again, and does not end. */
    SAME_TOOL_AGAIN,
    /** One of its lines is torn. */
    TORN_LINE,
    /** A line is written into the middle of another. */
    INTERLEAVED,
    /** A frame is of a kind that nobody knows. */
    UNKNOWN_FRAME,
    /** A line is five mebibytes long. */
    HUGE_LINE,
    /** A line is not UTF-8. */
    INVALID_UTF8,
    /** Its lines end as on Windows. */
    CRLF,
    /** It writes in colours to its standard error. */
    ANSI,
    /** It leaves a process behind. */
    ORPHAN,
    /** It does not end when it is asked to. */
    IGNORES_TERM,
    /** It closes its output and lives on. */
    CLOSES_STDOUT;

    /** As scripts write it: {@code torn_line}. */
    public String word() { return name().toLowerCase(Locale.ROOT); }

    static Optional<Quirk> of(String word) { return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst(); }

    static String words() { return Arrays.stream(values()).map(Quirk::word).collect(Collectors.joining(", ")); }
}
