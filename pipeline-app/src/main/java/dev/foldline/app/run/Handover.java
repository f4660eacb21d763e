package dev.foldline.app.run;

import dev.foldline.app.history.Termination;
import dev.foldline.core.event.InputEvent;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.Optional;

/**
 * Recognizes a workflow that is paused only because its server shut down. Its log says so in the
 * message of the pause. A later pause or driver by another caller overrides it.
 */
public final class Handover {
    private Handover() {}

    /** Creates the pause of a server that shuts down. */
    public static DriverInput withAuthor(DriverInput arrival) {
        return arrival instanceof DriverInput.CommandReceived(var command, _, var reply)
                ? new DriverInput.CommandReceived(command, Option.of(Termination.OF_SERVER), reply)
                : arrival;
    }

    /** Returns whether only such servers have paused it since it last ran. */
    public static boolean isOf(RunDirectory workflow) throws IOException {
        boolean held = false;
        boolean handedOver = false;
        try (var reader = LogReader.open(workflow.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                switch (Wire.event(line.event())) {
                    case InputEvent.Paused _ -> {
                        handedOver =
                                (handedOver || !held)
                                        && line.message()
                                                .equals(Optional.of(Termination.OF_SERVER));
                        held = true;
                    }
                    case InputEvent.Resumed _ -> held = false;
                    default -> {}
                }
            }
            return held && handedOver;
        } catch (WireFault unknown) {
            return false;
        }
    }
}
