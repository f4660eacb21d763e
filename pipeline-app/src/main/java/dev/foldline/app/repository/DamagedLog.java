package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.store.RunId;

import java.nio.file.Path;

/**
 * A log that cannot be believed from some line on. Nothing was changed; what lies before the line
 * can still be read.
 */
public final class DamagedLog extends UserError {
    private static final long serialVersionUID = 1L;

    private final long line;

    private DamagedLog(String what, Path log, long line, String remedy, ExitCode exit) {
        super(what, log + ":" + line, remedy, exit);
        this.line = line;
    }

    /**
     * @param name of the run, or of the file if it is no run's
     */
    public static DamagedLog of(Path log, LogDamage damage, String name) {
        return damage instanceof LogDamage.NewerVersion
                ? newer(log, damage.line(), damage.message())
                : new DamagedLog(
                        damage.message(),
                        log,
                        damage.line(),
                        remedy(name, damage),
                        ExitCode.DIVERGED);
    }

    /** A whole line whose event means nothing to us: a newer Foldline's. */
    static DamagedLog unknownEvent(Path log, long line, String why) {
        return newer(log, line, "line " + line + ": " + why);
    }

    static DamagedLog noBeginning(Path log) {
        return new DamagedLog(
                "line 1 does not start a run",
                log,
                1,
                "restore the log from a backup",
                ExitCode.DIVERGED);
    }

    private static DamagedLog newer(Path log, long line, String what) {
        return new DamagedLog(
                what,
                log,
                line,
                "read it with the Foldline that wrote it, or a newer one",
                ExitCode.FAILED);
    }

    /**
     * What helps: a log that is no run's is only read, and one that has no first line has nothing
     * to go back to.
     */
    private static String remedy(String name, LogDamage damage) {
        if (damage.line() == 1) return "restore " + name + " from a backup";
        return RunId.isRunId(name)
                ? "foldline log repair " + name
                : "foldline replay " + name + " --to " + (damage.line() - 1);
    }

    /** The first line that is not believed; lines count from 1. */
    public long line() {
        return line;
    }
}
