package dev.foldline.effects.git;

import dev.foldline.effects.redact.GitConfigVariable;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Options of git commands.
 *
 * @param executable the program, a path or a name to look up on PATH
 * @param environment the complete environment of the child process; see {@link #from}
 * @param lockTimeout how long to wait for a lock file of another process
 * @param commandTimeout timeout of a command without user hooks
 * @param hookTimeout timeout of a commit, checkout or rebase, whose hooks may run the user's test
 *     suite
 */
public record GitOptions(
        String executable,
        Map<String, String> environment,
        Duration lockTimeout,
        Duration commandTimeout,
        Duration hookTimeout) {

    /** The variable with the time of new commits; the user's own value is not passed to git. */
    public static final String COMMITTER_DATE = "GIT_COMMITTER_DATE";

    private static final String COUNT = "GIT_CONFIG_COUNT";

    /**
     * Variables for the user's identity and configuration. Other GIT_ variables could redirect git
     * to another repository. Settings cannot: core.worktree counts only in the repository's own
     * file. GIT_CONFIG_PARAMETERS, which {@code git -c} passes to children, is internal to git.
     */
    private static final Set<String> WELCOME =
            Set.of(
                    "GIT_AUTHOR_NAME",
                    "GIT_AUTHOR_EMAIL",
                    "GIT_COMMITTER_NAME",
                    "GIT_COMMITTER_EMAIL",
                    "GIT_CONFIG_GLOBAL",
                    "GIT_CONFIG_SYSTEM",
                    "GIT_CONFIG_NOSYSTEM",
                    COUNT,
                    "GIT_EXEC_PATH",
                    "GIT_SSH",
                    "GIT_SSH_COMMAND",
                    "GIT_SSL_CAINFO");

    public GitOptions {
        environment = Map.copyOf(environment);
    }

    /**
     * Returns the default options for an environment such as {@code System.getenv()}, without
     * variables that redirect git.
     */
    public static GitOptions from(Map<String, String> environment) {
        var kept = new TreeMap<>(environment);
        kept.keySet()
                .removeIf(
                        name ->
                                name.startsWith("GIT_")
                                        && !WELCOME.contains(name)
                                        && !name.startsWith(GitConfigVariable.KEY)
                                        && !name.startsWith(GitConfigVariable.VALUE));
        return new GitOptions(
                found(kept.getOrDefault("PATH", "")),
                kept,
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30));
    }

    /** Returns the git of this environment, which may differ from the one of this process. */
    private static String found(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> folder.startsWith(File.separator))
                .map(folder -> Path.of(folder, "git"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .map(Path::toString)
                .findFirst()
                .orElse("git");
    }

    /** Returns a copy with another lock timeout. */
    public GitOptions withLockTimeout(Duration timeout) {
        return new GitOptions(executable, environment, timeout, commandTimeout, hookTimeout);
    }

    /** Returns a copy with another timeout for commands that run the user's hooks. */
    public GitOptions withHookTimeout(Duration timeout) {
        return new GitOptions(executable, environment, lockTimeout, commandTimeout, timeout);
    }

    /** Returns a copy with one more variable for the child process. */
    public GitOptions withVariable(String name, String value) {
        return with(Map.of(name, value));
    }

    /** Returns a copy with settings that override git's files and the variables here. */
    public GitOptions configured(Map<String, String> settings) {
        var more = new TreeMap<>(environment);
        var given = more.getOrDefault(COUNT, "").strip();
        int count = given.isEmpty() ? 0 : Integer.parseInt(given);
        for (var setting : settings.entrySet()) {
            more.put(GitConfigVariable.KEY + count, setting.getKey());
            more.put(GitConfigVariable.VALUE + count++, setting.getValue());
        }
        more.put(COUNT, String.valueOf(count));
        return with(more);
    }

    /** Returns a copy with more variables for the child process. */
    public GitOptions with(Map<String, String> variables) {
        var more = new TreeMap<>(environment);
        more.putAll(variables);
        return new GitOptions(executable, more, lockTimeout, commandTimeout, hookTimeout);
    }
}
