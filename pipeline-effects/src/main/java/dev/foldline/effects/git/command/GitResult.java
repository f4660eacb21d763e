package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The result of a git command.
 *
 * @param out standard output as bytes, because file names need not be text
 * @param cut whether the output was cut at the limit
 * @param err the end of standard error
 */
public record GitResult(int exit, byte[] out, boolean cut, String err) {
    private static final int SIGNALLED = 128;
    private static final int SIGNAL_MAX = 64;
    private static final Pattern HALF_MADE_TREE =
            Pattern.compile(
                    "failed to read .*worktrees/[^/]+/(?:commondir|gitdir|HEAD|locked)|Invalid path"
                            + " '.*git/.*worktrees/[^/]+'");
    private static final Pattern HELD_LOCK =
            Pattern.compile(
                    "Unable to create '(.+\\.lock)': File exists|could not lock config file (.+):"
                            + " File exists");

    public boolean succeeded() {
        return exit == 0;
    }

    /** Returns standard output as text, without the final newline. */
    public String text() {
        String all = new String(out, StandardCharsets.UTF_8);
        return all.endsWith("\n") ? all.substring(0, all.length() - 1) : all;
    }

    /** Returns the lock file of another process, if that stopped git. */
    public Optional<String> heldLock() {
        var matcher = HELD_LOCK.matcher(err);
        if (!matcher.find()) return Optional.empty();
        return Optional.ofNullable(matcher.group(1))
                .or(() -> Optional.ofNullable(matcher.group(2)).map(config -> config + ".lock"));
    }

    /** Returns the output for the user: standard error, and standard output if it is short. */
    public String message() {
        return out.length < 4096 ? (err + "\n" + text()).strip() : err.strip();
    }

    /** A command ended by a signal has given no answer, not even a negative one. */
    public GitFault asFault(String command) {
        if (signal().isPresent())
            return new GitFault(
                    Kind.KILLED,
                    ("git " + command + " was ended by signal " + signal().getAsInt() + "\n" + err)
                            .strip());
        return new GitFault(
                Kind.COMMAND_FAILED,
                "git " + command + " failed (exit " + exit + "): " + err.strip());
    }

    /**
     * Returns the signal that ended the command; its exit code then says nothing about the request.
     * Git itself exits with 128 and 129.
     */
    OptionalInt signal() {
        return exit > SIGNALLED + 1 && exit <= SIGNALLED + SIGNAL_MAX
                ? OptionalInt.of(exit - SIGNALLED)
                : OptionalInt.empty();
    }

    /**
     * Returns whether it found the entry of a working tree that another process was creating or
     * removing.
     */
    public boolean metHalfMadeTree() {
        return HALF_MADE_TREE.matcher(err).find();
    }
}
