package dev.foldline.app.operation;

import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.List;

/**
 * How a run is to be driven.
 *
 * @param waits whether the driver waits at gates and limits instead of exiting
 * @param process what the command line drives the run with
 * @param acceptRules whether the run may continue under other rules than it started with
 * @param assignments settings of this driver, as {@code KEY=VALUE}
 */
public record RunDriving(
        boolean waits, DriverProcess process, boolean acceptRules, Vector<String> assignments) {

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
        assignments.forEach(assignment -> words.addAll(List.of("--set", assignment)));
        return words;
    }
}
