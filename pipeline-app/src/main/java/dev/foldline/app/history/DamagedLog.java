package dev.foldline.app.history;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.effects.log.Damage;
import java.nio.file.Path;

/** A log that cannot be believed from some line on. Nothing was changed; what lies before the line can still be read. */
public final class DamagedLog extends UserError {
    private static final long serialVersionUID = 1L;

    private final long line;

    private DamagedLog(String what, Path log, long line, String remedy, ExitCode exit) {
        super(what, log + ":" + line, remedy, exit);
        this.line = line;
    }

    static DamagedLog of(Path log, Damage damage, String name) {
        return damage instanceof Damage.NewerVersion
                ? newer(log, damage.line(), damage.message())
                : new DamagedLog(damage.message(), log, damage.line(), remedy(name, damage.line()), ExitCode.DIVERGED);
    }

    /** A whole line whose event means nothing to us: a newer Foldline's. */
    static DamagedLog unknownEvent(Path log, long line, String why) {
        return newer(log, line, "line " + line + ": " + why);
    }

    static DamagedLog noBeginning(Path log) {
        return new DamagedLog("line 1 does not begin a run", log, 1, "foldline doctor", ExitCode.DIVERGED);
    }

    private static DamagedLog newer(Path log, long line, String what) {
        return new DamagedLog(what, log, line, "read it with the Foldline that wrote it, or a newer one", ExitCode.FAILED);
    }

    private static String remedy(String name, long line) {
        return line > 1 ? "foldline replay " + name + " --to " + (line - 1) : "restore " + name + " from a backup";
    }

    /** The first line that is not believed; lines count from 1. */
    public long line() {
        return line;
    }
}
