package dev.foldline.app.error;

import org.apiguardian.api.API;

/**
 * How a command ended, as the number a shell sees. The numbers are a promise to scripts: they never
 * change meaning within a major version.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum ExitCode {
    DONE(0, "done"),
    FAILED(
            1,
            "the workflow failed or halted, or input was refused (invalid submission, failed"
                    + " preflight)"),
    USAGE(2, "usage or invalid configuration"),
    SUSPENDED(3, "suspended: waiting for an approval or for external work"),
    AUTHENTICATION(4, "authentication"),
    CONFLICT(5, "merge conflict; the run waits for you"),
    BUDGET_REACHED(6, "budget reached, work kept"),
    DIVERGED(7, "replay differs from the log, or verification failed"),
    LOCKED(8, "locked (another driver owns the run; a tool that is not unlocked yet)"),
    BUG(9, "internal error: a bug in Foldline, with a file to report"),
    ESCALATED(10, "escalated to a human"),
    UNWANTED(11, "done, but in a way that `--fail-on` names"),
    HALTED(
            20,
            "the run of an external agent has halted, for example at a merge conflict; a run that"
                    + " Foldline drives exits with 1"),
    UNAVAILABLE(
            75,
            "temporarily unavailable (all agents limited, or too many workflows running), or the"
                    + " time given by `--stop-after` is over"),
    WALL_CLOCK(124, "wall-clock limit"),
    INTERRUPTED(130, "interrupted, resumable"),
    TERMINATED(143, "terminated, resumable");

    private final int value;
    private final String meaning;

    ExitCode(int value, String meaning) {
        this.value = value;
        this.meaning = meaning;
    }

    /** The number given to the shell, 0 to 255. */
    public int value() {
        return value;
    }

    /** What the number tells the user, in one phrase. */
    public String meaning() {
        return meaning;
    }
}
