package dev.foldline.app.fleet;

import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a worker still waits for after it was asked to stop.
 *
 * @param texts what is reported of each run
 */
record StopProgress(Map<String, Function<Urgency, String>> texts, Consumer<String> notice) {

    StopProgress(Consumer<String> notice) {
        this(new ConcurrentSkipListMap<>(), notice);
    }

    /** Notes what a run does now; empty between two steps. */
    void update(String run, Supplier<String> activity) {
        texts.put(run, urgency -> text(activity.get(), urgency));
    }

    /** Notes that a run waits for the engine, which a second request to stop does not change. */
    void awaitEngine(String run) {
        texts.put(run, _ -> "waiting for the engine, until this host's timeout at most");
    }

    void remove(String run) {
        texts.remove(run);
    }

    /** Reports what a command to all drivers has to wait for. */
    void report(DriverInput command) {
        if (!(command instanceof DriverInput.CommandReceived(Command.Pause(var urgency), _, _)))
            return;
        texts.forEach((run, text) -> notice.accept(run + ": " + text.apply(urgency)));
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
