package dev.foldline.app.runtime;

import dev.foldline.app.run.RunLog;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import io.vavr.control.Option;

/** A run that is taken up, told what brings it on. */
record Waking(RunLog log) {

    /** What was held goes on. */
    Waking resumed() {
        if (log.state().life() instanceof Life.Paused) log.tell(new Command.Resume(), Option.none());
        return this;
    }

    /** What has halted is tried again. */
    Waking retried() {
        if (log.state().slots().recovery() instanceof Recovery.Halted) log.tell(new Command.RetryHalted(), Option.none());
        return this;
    }
}
