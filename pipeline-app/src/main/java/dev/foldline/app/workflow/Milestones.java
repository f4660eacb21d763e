package dev.foldline.app.workflow;

import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;

/**
 * When a workflow came to what makes its life, as its log tells it.
 *
 * @param started none if it never was
 * @param completed when it was completed or cancelled; none if it is not over
 */
public record Milestones(Option<Instant> started, Option<Instant> completed) {

    /**
     * @param status how it stands
     */
    public static Milestones of(RunDirectory workflow, WorkflowStatus status) throws IOException {
        boolean isOver = status == WorkflowStatus.COMPLETED || status == WorkflowStatus.CANCELLED;
        var started = Option.<Instant>none();
        var last = Option.<Instant>none();
        try (var reader = LogReader.open(workflow.events())) {
            // The log of one that is not over grows, and is read again at every look: it is not
            // read beyond its start.
            while ((isOver || started.isEmpty())
                    && reader.next() instanceof ReadResult.Line(var line)) {
                if (started.isEmpty()) started = startedBy(line);
                last = Option.of(line.at());
            }
        }
        return new Milestones(started, isOver ? last : Option.none());
    }

    private static Option<Instant> startedBy(LogLine line) {
        try {
            return Wire.event(line.event()) instanceof Called call
                            && call.arguments().get(Tasks.CALL).contains(Tasks.START)
                    ? Option.of(call.at())
                    : Option.none();
        } catch (WireFault unknown) {
            return Option.none();
        }
    }
}
