package dev.foldline.effects.sandbox;

/**
 * Something that a hostile agent tries.
 *
 * @param script a shell script that succeeds only if the attempt does
 * @param note why it is not prevented; empty if it is
 */
public record HostileAttempt(
        Setting setting, Trial trial, String what, String script, String note) {

    /** Where it is tried. */
    public enum Setting {
        /** In a linked worktree, with the network on. */
        WORKTREE("a linked worktree"),
        /** In the main working tree. */
        MAIN("the main working tree"),
        /** In a linked worktree, with the network off. */
        OFFLINE("no network");

        private final String label;

        Setting(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Whether it is tried without a sandbox as well, where it must succeed. */
    public enum Trial {
        /** It only touches files that the test has made. */
        OUTSIDE_TOO,
        /** It would harm the machine, or needs rights that the test may not have. */
        INSIDE_ONLY
    }

    static HostileAttempt of(Setting setting, String what, String script) {
        return new HostileAttempt(setting, Trial.OUTSIDE_TOO, what, script, "");
    }

    HostileAttempt insideOnly() {
        return new HostileAttempt(setting, Trial.INSIDE_ONLY, what, script, note);
    }

    /** The same, if nothing prevents it. */
    HostileAttempt possible(String reason) {
        return new HostileAttempt(setting, trial, what, script, reason);
    }

    public boolean isPrevented() {
        return note.isEmpty();
    }

    @Override
    public String toString() {
        return setting.label() + ": " + what;
    }
}
