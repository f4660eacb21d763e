package dev.foldline.app.fleet;

import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a worker still waits for after it was asked to stop.
 *
 * @param activities what each run does now; empty between two steps
 */
record StopProgress(Map<String, Supplier<String>> activities, Consumer<String> notice) {

    StopProgress(Consumer<String> notice) {
        this(new ConcurrentSkipListMap<>(), notice);
    }

    /** Notes what a run does now. */
    void update(String run, Supplier<String> activity) {
        activities.put(run, activity);
    }

    void remove(String run) {
        activities.remove(run);
    }

    /** Reports what a command to all drivers has to wait for. */
    void report(DriverInput command) {
        if (!(command instanceof DriverInput.CommandReceived(Command.Pause(var urgency), _, _)))
            return;
        activities.forEach(
                (run, activity) -> notice.accept(run + ": " + text(activity.get(), urgency)));
    }

    private static String text(String activity, Urgency urgency) {
        var step = activity.isEmpty() ? "" : " (" + activity + ")";
        return switch (urgency) {
            case WHEN_DONE ->
                    "waiting for its current step" + step + "; press Ctrl-C again to stop it now";
            case NOW -> "stopping its current step" + step;
        };
    }
}
