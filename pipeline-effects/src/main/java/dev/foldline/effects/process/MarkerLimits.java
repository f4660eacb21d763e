package dev.foldline.effects.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Encodes a marker as two resource limits, which a process inherits whatever happens to its
 * environment, session and parent. Without privileges a hard limit can never be raised again, so a
 * process cannot remove the marker; a lowered limit is no longer a marker.
 *
 * <p>One limit counts file locks, which Linux no longer enforces. The other is the processor time
 * of real-time processes in microseconds, and exceeds a century. A run whose name has another form
 * has no such marker.
 */
final class MarkerLimits {
    private static final Pattern RUN = Pattern.compile("r([a-z2-7]{12})([a-z2-7]{4})");
    private static final String LOCKS = "\nMax file locks ";
    private static final String TIME = "\nMax realtime timeout ";
    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final String BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final String UNLIMITED = "unlimited";
    private static final int DIGIT_BITS = 5;
    private static final int TICKET_BITS = 40;
    private static final long TICKET_MAX = (1L << TICKET_BITS) - 1;

    private static final Optional<Path> PRLIMIT = Programs.ofSystem("prlimit");

    /** Each of these limits has this bit, and no higher one. */
    private static final long BIT = 1L << 62;

    /**
     * If an agent works on Foldline itself, this process carries a marker, which its children
     * inherit.
     */
    static final Optional<ProcessMarker> OF_THIS_PROCESS = of(ProcessHandle.current().pid());

    private MarkerLimits() {}

    /**
     * Returns the words that start a program with the marker in its limits. They are empty where
     * {@link #options} are, and on a system without {@code prlimit}.
     */
    static List<String> launcher(ProcessMarker marker) {
        if (PRLIMIT.isEmpty()) return List.of();
        List<String> options = options(marker);
        return options.isEmpty()
                ? List.of()
                : Stream.concat(Stream.of(PRLIMIT.get().toString()), options.stream()).toList();
    }

    /**
     * Returns the options of {@code prlimit} that set the marker. The result is empty if the marker
     * cannot be encoded, or if this process carries a marker itself, which its children then
     * inherit.
     */
    static List<String> options(ProcessMarker marker) {
        Matcher run = RUN.matcher(marker.run());
        if (!run.matches()
                || marker.ticket() < 0
                || marker.ticket() > TICKET_MAX
                || !isUnlimited(ProcessTable.limits(ProcessHandle.current().pid()))) {
            return List.of();
        }
        long locks = BIT | number(run.group(1));
        long time = BIT | number(run.group(2)) << TICKET_BITS | marker.ticket();
        return List.of("--locks=" + locks + ":" + locks, "--rttime=" + time + ":" + time);
    }

    /** Returns the marker in a process's limits, if there is one. */
    static Optional<ProcessMarker> of(long pid) {
        String limits = ProcessTable.limits(pid);
        OptionalLong locks = ours(hard(LOCKS, limits));
        OptionalLong time = locks.isEmpty() ? locks : ours(hard(TIME, limits));
        if (locks.isEmpty()
                || time.isEmpty()
                || time.getAsLong() >>> (TICKET_BITS + 4 * DIGIT_BITS) != 0) {
            return Optional.empty();
        }
        String run = "r" + text(locks.getAsLong(), 12) + text(time.getAsLong() >>> TICKET_BITS, 4);
        return Optional.of(new ProcessMarker(run, time.getAsLong() & TICKET_MAX));
    }

    private static boolean isUnlimited(String limits) {
        return hard(LOCKS, limits).equals(UNLIMITED) && hard(TIME, limits).equals(UNLIMITED);
    }

    /** Returns the second value of the line that begins with these words. */
    private static String hard(String line, String limits) {
        int at = limits.indexOf(line);
        if (at < 0) {
            return "";
        }
        int end = limits.indexOf('\n', at + 1);
        String values = limits.substring(at + line.length(), end < 0 ? limits.length() : end);
        String[] softAndHard = BLANKS.split(values.strip(), 3);
        return softAndHard.length > 1 ? softAndHard[1] : "";
    }

    private static OptionalLong ours(String limit) {
        if (limit.isEmpty() || limit.equals(UNLIMITED)) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(limit);
            return number >= BIT ? OptionalLong.of(number ^ BIT) : OptionalLong.empty();
        } catch (NumberFormatException beyondOurs) {
            return OptionalLong.empty();
        }
    }

    private static long number(String digits) {
        long number = 0;
        for (int at = 0; at < digits.length(); at++) {
            number = number << DIGIT_BITS | BASE_32.indexOf(digits.charAt(at));
        }
        return number;
    }

    private static String text(long number, int digits) {
        StringBuilder text = new StringBuilder();
        for (int digit = digits - 1; digit >= 0; digit--) {
            text.append(BASE_32.charAt((int) (number >>> (digit * DIGIT_BITS)) & 31));
        }
        return text.toString();
    }
}
