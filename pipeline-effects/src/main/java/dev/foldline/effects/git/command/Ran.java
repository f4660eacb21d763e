package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a git command left behind.
 *
 * @param out standard output as bytes, since file names need not be text
 * @param cut whether there was more of it than we hold
 * @param err the end of standard error
 */
public record Ran(int exit, byte[] out, boolean cut, String err) {
    private static final Pattern HALF_MADE_TREE = Pattern.compile(
            "failed to read .*worktrees/[^/]+/(?:commondir|gitdir|HEAD|locked)|Invalid path '.*git/.*worktrees/[^/]+'");
    private static final Pattern HELD_LOCK = Pattern.compile(
            "Unable to create '(.+\\.lock)': File exists|could not lock config file (.+): File exists");

    public boolean succeeded() {
        return exit == 0;
    }

    /** Standard output as text, without the newline at its end. */
    public String text() {
        String all = new String(out, StandardCharsets.UTF_8);
        return all.endsWith("\n") ? all.substring(0, all.length() - 1) : all;
    }

    /** The lock file that another process holds, if that is what stopped git. */
    public Optional<String> heldLock() {
        var matcher = HELD_LOCK.matcher(err);
        if (!matcher.find()) return Optional.empty();
        return Optional.ofNullable(matcher.group(1))
                .or(() -> Optional.ofNullable(matcher.group(2)).map(config -> config + ".lock"));
    }

    /** All it said, for a person: the error stream, and what it printed if that is short. */
    public String said() {
        return out.length < 4096 ? (err + "\n" + text()).strip() : err.strip();
    }

    public GitFault asFault(String command) {
        return new GitFault(Kind.COMMAND_FAILED, "git " + command + " failed (exit " + exit + "): " + err.strip());
    }

    /** Whether it came upon the entry of a working tree that somebody else was just making or removing. */
    public boolean metHalfMadeTree() { return HALF_MADE_TREE.matcher(err).find(); }
}
