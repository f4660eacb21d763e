package dev.foldline.app.runtime;

import dev.foldline.app.history.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.ParentRun;
import dev.foldline.core.projection.runtime.TaskReport;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * What a child tells its parent: how it stands, whenever that is otherwise than before. It follows
 * from the child's log alone, so that whatever was lost with a driver is told again by the next
 * one.
 */
final class ChildStatusReporter {
    private final RunDirectory child;
    private final ParentRun of;
    private final long heard;
    private final Consumer<Command> parent;
    private Option<TaskReport> last = Option.none();

    /**
     * @param heard the event of the child's log up to which the parent has heard; 0 if it has heard
     *     nothing
     */
    ChildStatusReporter(RunDirectory child, ParentRun of, long heard, Consumer<Command> parent) {
        this.child = child;
        this.of = of;
        this.heard = heard;
        this.parent = parent;
    }

    /** Tells what the log says that the parent has not heard. */
    void caughtUp() throws IOException {
        RunHistory.open(child)
                .walk(
                        moment -> {
                            folded(moment.seq(), moment.after());
                            return true;
                        });
    }

    /** How a child begins, every parent knows. */
    void folded(long seq, PipelineState state) {
        var now = TaskReport.of(state);
        if (last.exists(before -> !now.standsAs(before)) && seq > heard)
            parent.accept(
                    new Command.ReportChild(
                            of.list(), of.item(), of.spawnTicket(), child.id().text(), seq, now));
        last = Option.of(now);
    }
}
