package dev.foldline.app.runtime;

import dev.foldline.app.run.RunLog;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import io.vavr.control.Option;
import java.io.IOException;

/** A run that is taken up, told what brings it on. */
record Waking(RunLog log) {

    /** What was held goes on. */
    Waking resumed() {
        if (log.state().life() instanceof Life.Paused) log.tell(new Command.Resume(), Option.none());
        return this;
    }

    /** Of its children that have lost their logs it hears that they have failed. */
    Waking bereft(Runs runs) throws IOException {
        for (var item : log.state().items().list(Tasks.TASKS)) if (item.status() instanceof Item.Running(var ticket))
            for (var lost : Births.lost(log.state(), runs.directory(RunId.childOf(log.directory().id(), ticket))))
                log.tell(new Command.ReportChildEnd(Tasks.TASKS, item.id(), ticket, false, lost.message()), Option.none());
        return this;
    }

    /** What has halted is tried again. */
    Waking retried() {
        if (log.state().slots().recovery() instanceof Recovery.Halted) log.tell(new Command.RetryHalted(), Option.none());
        return this;
    }
}
