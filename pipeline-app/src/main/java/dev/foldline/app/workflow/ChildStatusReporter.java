package dev.foldline.app.workflow;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.TaskReport;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reports a child's status to its parent whenever it changes. The reports follow from the child's
 * log alone, so the next driver repeats those that a crash has lost.
 */
final class ChildStatusReporter {
    private final RunDirectory child;
    private final ParentRun of;
    private final long lastReceived;
    private final Consumer<Command> parent;
    private Option<TaskReport> last = Option.none();

    /**
     * @param received the last event of the child's log that the parent has received; 0 if none
     */
    ChildStatusReporter(RunDirectory child, ParentRun of, long received, Consumer<Command> parent) {
        this.child = child;
        this.of = of;
        this.lastReceived = received;
        this.parent = parent;
    }

    /** Reports what the log contains and the parent has not received. */
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
        var now = TaskProjection.report(state);
        if (last.exists(before -> !now.standsAs(before)) && seq > lastReceived)
            parent.accept(
                    new Command.ReportChild(
                            of.list(), of.item(), of.spawnTicket(), child.id().text(), seq, now));
        last = Option.of(now);
    }
}
