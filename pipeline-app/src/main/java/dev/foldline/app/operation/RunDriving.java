package dev.foldline.app.operation;

import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a run is to be driven.
 *
 * @param waits whether the driver waits at gates and limits instead of exiting
 * @param process what the command line drives the run with
 * @param acceptRules whether the run may continue under other rules than it started with
 * @param assignments settings of this driver, as {@code KEY=VALUE}
 * @param stopAfter when the driver pauses the run; never if none
 */
public record RunDriving(
        boolean waits,
        DriverProcess process,
        boolean acceptRules,
        Vector<String> assignments,
        Option<Duration> stopAfter) {

    /** Without a time. */
    public RunDriving(
            boolean waits, DriverProcess process, boolean acceptRules, Vector<String> assignments) {
        this(waits, process, acceptRules, assignments, Option.none());
    }

    /** The same, which pauses the run after this time. */
    public RunDriving stoppingAfter(Option<Duration> time) {
        return new RunDriving(waits, process, acceptRules, assignments, time);
    }

    /**
     * Reads a time as the command line gives it.
     *
     * @throws UserError if it is none
     */
    public static Duration time(String text) {
        return DurationText.parse(text)
                .filter(Duration::isPositive)
                .orElseThrow(
                        () ->
                                new UserError(
                                        "'" + text + "' is no time",
                                        "--stop-after",
                                        "write a time such as 50m or 1h30m",
                                        ExitCode.USAGE));
    }

    /** The process that drives the run. */
    public enum DriverProcess {
        /** This one, in the foreground. */
        THIS,
        /** One of its own, which outlives the terminal. */
        DETACHED;

        public static DriverProcess of(boolean detached) {
            return detached ? DETACHED : THIS;
        }
    }

    /** The command that makes another process drive the run in this way. */
    List<String> command(RunDirectory run) {
        // Whether it goes on as it is was judged before it was left alone.
        var words = new ArrayList<>(List.of("resume", run.id().text(), "--as-it-is"));
        if (waits) words.add("--wait");
        if (acceptRules) words.add("--accept-rules");
        stopAfter.forEach(time -> words.addAll(List.of("--stop-after", DurationText.write(time))));
        assignments.forEach(assignment -> words.addAll(List.of("--set", assignment)));
        return words;
    }
}
