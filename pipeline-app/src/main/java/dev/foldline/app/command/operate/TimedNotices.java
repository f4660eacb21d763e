package dev.foldline.app.command.operate;

import dev.foldline.app.run.RunObserver;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Prints the notices of a process that runs for days: each with its time, and one that repeats only
 * once in a while, with its count.
 */
final class TimedNotices implements RunObserver {
    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final int TEXTS_MAX = 200;

    private final DateTimeFormatter times;
    private final Consumer<String> lines;
    private final InstantSource clock;
    private final Map<String, Printed> printed =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Printed> eldest) {
                    return size() > TEXTS_MAX;
                }
            };

    /** When a text was printed last, and how often it came since. */
    private record Printed(Instant at, int repeats) {}

    TimedNotices(Consumer<String> lines, InstantSource clock, ZoneId zone) {
        this.lines = lines;
        this.clock = clock;
        this.times = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(zone);
    }

    @Override
    public synchronized void notice(String text) {
        var now = clock.instant();
        var last = printed.get(text);
        if (last != null && now.isBefore(last.at().plus(PAUSE))) {
            printed.put(text, new Printed(last.at(), last.repeats() + 1));
            return;
        }
        lines.accept(
                times.format(now)
                        + " "
                        + text
                        + (last == null || last.repeats() == 0
                                ? ""
                                : " (and "
                                        + last.repeats()
                                        + " times since "
                                        + times.format(last.at())
                                        + ")"));
        printed.put(text, new Printed(now, 0));
    }
}
