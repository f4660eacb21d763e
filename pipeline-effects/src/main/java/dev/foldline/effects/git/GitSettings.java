package dev.foldline.effects.git;

import dev.foldline.effects.redact.GitSetting;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How the git command is run.
 *
 * @param executable  the program, a path or a name looked up on PATH
 * @param environment all the child gets from outside; see {@link #from}
 * @param lockPatience how long to wait for another process to let go of a lock file
 * @param commandTimeout for a command that runs no hook of the user
 * @param hookTimeout for a commit, a checkout or a rebase, which may run the user's test suite
 */
public record GitSettings(
        String executable,
        Map<String, String> environment,
        Duration lockPatience,
        Duration commandTimeout,
        Duration hookTimeout) {

    private static final String COUNT = "GIT_CONFIG_COUNT";

    /**
     * Who the user is and what they have configured; every other GIT_ variable would point us at another repository. A setting leads to no
     * other one: core.worktree counts only in the repository's own file. What {@code git -c} leaves to its children, GIT_CONFIG_PARAMETERS, is
     * git's own affair.
     */
    private static final Set<String> WELCOME = Set.of(
            "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
            "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", COUNT, "GIT_EXEC_PATH",
            "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO");

    public GitSettings {
        environment = Map.copyOf(environment);
    }

    /** The usual settings over an environment such as {@code System.getenv()}, rid of what would redirect git. */
    public static GitSettings from(Map<String, String> environment) {
        var kept = new TreeMap<>(environment);
        kept.keySet().removeIf(name -> name.startsWith("GIT_") && !WELCOME.contains(name) && !name.startsWith(GitSetting.KEY) && !name.startsWith(GitSetting.VALUE));
        return new GitSettings(found(kept.getOrDefault("PATH", "")), kept, Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMinutes(30));
    }

    /** The git of this environment, which need not be the one that our own process would find. */
    private static String found(String path) {
        return Arrays.stream(path.split(File.pathSeparator)).filter(folder -> folder.startsWith(File.separator)).map(folder -> Path.of(folder, "git"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).map(Path::toString).findFirst().orElse("git");
    }

    /** The same with another patience for locks. */
    public GitSettings withLockPatience(Duration patience) {
        return new GitSettings(executable, environment, patience, commandTimeout, hookTimeout);
    }

    /** The same with another limit for commands that run the user's hooks. */
    public GitSettings withHookTimeout(Duration timeout) {
        return new GitSettings(executable, environment, lockPatience, commandTimeout, timeout);
    }

    /** The same with one more variable for the child. */
    public GitSettings withVariable(String name, String value) { return with(Map.of(name, value)); }

    /** The same with settings that go before those of git's files and of the variables here. */
    public GitSettings configured(Map<String, String> settings) {
        var more = new TreeMap<>(environment);
        var given = more.getOrDefault(COUNT, "").strip();
        int count = given.isEmpty() ? 0 : Integer.parseInt(given);
        for (var setting : settings.entrySet()) {
            more.put(GitSetting.KEY + count, setting.getKey());
            more.put(GitSetting.VALUE + count++, setting.getValue());
        }
        more.put(COUNT, String.valueOf(count));
        return with(more);
    }

    /** The same with more variables for the child. */
    public GitSettings with(Map<String, String> variables) {
        var more = new TreeMap<>(environment);
        more.putAll(variables);
        return new GitSettings(executable, more, lockPatience, commandTimeout, hookTimeout);
    }
}
