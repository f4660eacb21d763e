package dev.foldline.app.runtime;

import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Instant;

/** When a workflow came to what makes its life, as its log tells it. */
public final class Milestones {
    private Milestones() {}

    /** When it was started; none if it never was. That stands near the beginning of a log, and no log is long that has not got so far. */
    public static Option<Instant> startedAt(RunDirectory workflow) throws IOException {
        try (var reader = LogReader.open(workflow.events())) {
            while (reader.next() instanceof Reading.Line(var line)) {
                if (Wire.event(line.event()) instanceof Called call && call.arguments().get(Tasks.CALL).contains(Tasks.START)) return Option.of(call.at());
            }
            return Option.none();
        } catch (WireFault unknown) {
            return Option.none();
        }
    }
}
