package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.redact.SecretNames;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A git command: arguments, input and timeout. It runs as a child process without a shell, in the
 * plain locale so that its messages can be parsed, and never prompts on a terminal.
 */
public record GitCommand(
        GitOptions settings,
        Path folder,
        List<String> arguments,
        Map<String, String> variables,
        byte[] input,
        int outputMax,
        Duration timeout,
        Programs programs) {

    /** Whether a command starts the hooks and the file watcher that the configuration names. */
    public enum Programs {
        SKIPPED,
        CONFIGURED
    }

    /** Large files may be fetched wherever files are written. */
    private static final Set<String> ASKING_SERVERS =
            Set.of(
                    "fetch",
                    "push",
                    "pull",
                    "clone",
                    "ls-remote",
                    "checkout",
                    "switch",
                    "restore",
                    "reset",
                    "read-tree",
                    "checkout-index",
                    "merge",
                    "rebase",
                    "worktree",
                    "submodule",
                    "stash");

    /** The hook reference-transaction may refuse a move of the user's branches. */
    private static final String MOVING_REFS = "update-ref";

    /** Of a command that needs none of the user's programs. */
    private static final List<String> WITHOUT_PROGRAMS =
            List.of("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false");

    /** Messages are written in UTF-8; a repository may ask for another encoding of its commits. */
    private static final List<String> MESSAGES_IN_UTF_8 =
            List.of("-c", "i18n.commitEncoding=UTF-8");

    private static final int OUTPUT_MAX = 256 << 20;
    private static final int ERROR_TAIL_MAX = 16 << 10;

    /**
     * A hook may leave a child that keeps the pipe open. Foldline waits for the command, not for
     * such a child.
     */
    private static final Duration LEFTOVER_PATIENCE = Duration.ofSeconds(2);

    private static final Backoff LOCK_CHECKS =
            new Backoff(Duration.ofMillis(20), Duration.ofMillis(500));

    private static final Duration KILL_PATIENCE = Duration.ofSeconds(3);

    public GitCommand {
        arguments = List.copyOf(arguments);
        variables = Map.copyOf(variables);
    }

    public static GitCommand in(GitOptions settings, Path folder, String... arguments) {
        return new GitCommand(
                settings,
                folder,
                List.of(arguments),
                Map.of("GIT_OPTIONAL_LOCKS", "0"),
                new byte[0],
                OUTPUT_MAX,
                settings.commandTimeout(),
                MOVING_REFS.equals(verb(List.of(arguments)))
                        ? Programs.CONFIGURED
                        : Programs.SKIPPED);
    }

    public GitCommand with(String variable, String value) {
        var more = new TreeMap<>(variables);
        more.put(variable, value);
        return new GitCommand(
                settings, folder, arguments, more, input, outputMax, timeout, programs);
    }

    public GitCommand fed(byte[] bytes) {
        return new GitCommand(
                settings, folder, arguments, variables, bytes, outputMax, timeout, programs);
    }

    public GitCommand atMost(int outputBytes) {
        return new GitCommand(
                settings, folder, arguments, variables, input, outputBytes, timeout, programs);
    }

    /** Returns a copy that runs the user's hooks, with the timeout for them. */
    public GitCommand runningHooks() {
        return new GitCommand(
                settings,
                folder,
                arguments,
                variables,
                input,
                outputMax,
                settings.hookTimeout(),
                Programs.CONFIGURED);
    }

    /** Returns a copy that sees the configuration as the user's own git does. */
    public GitCommand asConfigured() {
        return new GitCommand(
                settings,
                folder,
                arguments,
                variables,
                input,
                outputMax,
                timeout,
                Programs.CONFIGURED);
    }

    /** Returns the output, or throws if the command failed or printed too much. */
    public GitResult succeed() throws GitFault {
        GitResult ran = runWithRetries();
        if (ran.signal().isPresent()) throw ran.asFault(verb(arguments));
        if (ran.cut())
            throw new GitFault(Kind.TOO_LARGE, name() + " printed over " + outputMax + " bytes");
        if (ran.exit() == 0) return ran;
        throw ran.heldLock()
                .map(lock -> new GitFault(Kind.LOCKED, lock + " is held by another process"))
                .orElseGet(() -> ran.asFault(verb(arguments)));
    }

    /**
     * Repeats the command with growing pauses while another process holds a lock or creates a
     * working tree, then returns the last result. A command ended by a signal is returned too,
     * because the caller may have to clean up.
     */
    public GitResult runWithRetries() throws GitFault {
        return awaitLock(
                settings,
                this::attempt,
                ran -> ran.succeeded() || ran.heldLock().isEmpty() && !ran.metHalfMadeTree());
    }

    /** Repeats a check of a lock of another process until it is as required or the time is over. */
    static <T> T awaitLock(
            GitOptions settings, Poller.Check<T, GitFault> check, Predicate<T> isDone)
            throws GitFault {
        try {
            return Poller.within(settings.lockTimeout(), LOCK_CHECKS).poll(check, isDone);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new GitFault(Kind.INTERRUPTED, "interrupted while waiting for a lock", stop);
        }
    }

    /**
     * @throws GitFault also if a signal, a timeout or an interruption of this thread ended it
     */
    public GitResult run() throws GitFault {
        GitResult ran = attempt();
        if (ran.signal().isPresent()) throw ran.asFault(verb(arguments));
        return ran;
    }

    private GitResult attempt() throws GitFault {
        Process process = start();
        var out = StreamCollector.head(process.getInputStream(), outputMax);
        var err = StreamCollector.tail(process.getErrorStream(), ERROR_TAIL_MAX);
        feed(process);
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                kill(process);
                throw new GitFault(
                        Kind.TIMED_OUT,
                        name() + " took over " + timeout + "; it said: " + err.text());
            }
            out.await(LEFTOVER_PATIENCE);
            err.await(LEFTOVER_PATIENCE);
        } catch (InterruptedException stop) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new GitFault(Kind.INTERRUPTED, name() + " was interrupted", stop);
        }
        return new GitResult(process.exitValue(), out.bytes(), out.cut(), err.text());
    }

    private Process start() throws GitFault {
        var line = new ArrayList<String>();
        line.add(settings.executable());
        line.add("--no-pager");
        line.addAll(MESSAGES_IN_UTF_8);
        if (programs == Programs.SKIPPED) line.addAll(WITHOUT_PROGRAMS);
        line.addAll(arguments);
        var builder = new ProcessBuilder().directory(folder.toFile());
        var environment = builder.environment();
        environment.clear();
        settings.environment()
                .forEach(
                        (name, value) -> {
                            if (isPassed(name, value)) environment.put(name, value);
                        });
        environment.put("LC_ALL", "C");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_EDITOR", ":");
        environment.putAll(variables);
        if (isInstalled()) line.addAll(0, ProcessMarker.launcherOfTool(environment));
        builder.command(line);
        try {
            return builder.start();
        } catch (IOException missing) {
            String reason = "cannot start '" + settings.executable() + "': " + missing.getMessage();
            throw new GitFault(Kind.GIT_MISSING, reason, missing);
        }
    }

    /** Only git itself shows that it is missing. */
    private boolean isInstalled() {
        return dev.foldline.effects.process.Programs.find(
                        settings.executable(),
                        settings.environment().getOrDefault("PATH", ""),
                        folder)
                .isPresent();
    }

    /**
     * Returns whether the command needs a variable: a secret is only for those that may ask a
     * server, because every filter and hook could read it.
     */
    private boolean isPassed(String name, String value) {
        return ASKING_SERVERS.contains(verb(arguments)) || !SecretNames.looksSecret(name, value);
    }

    /**
     * Writes on a separate thread, so that a child that prints before it reads everything cannot
     * cause a deadlock.
     */
    private void feed(Process process) {
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (OutputStream stdin = process.getOutputStream()) {
                                stdin.write(input);
                            } catch (IOException closedEarly) {
                                // A child may close its input early; its exit code tells the
                                // result.
                            }
                        });
    }

    private String name() {
        return "git " + arguments.getFirst();
    }

    /**
     * Terminates the process before killing it: git removes its lock files on SIGTERM but not on
     * SIGKILL.
     */
    private static void kill(Process process) {
        var family = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        family.forEach(ProcessHandle::destroy);
        var ended =
                CompletableFuture.allOf(
                        family.stream()
                                .map(ProcessHandle::onExit)
                                .toArray(CompletableFuture[]::new));
        try {
            ended.get(KILL_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException noPatienceLeft) {
            family.forEach(ProcessHandle::destroyForcibly);
        }
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the git subcommand after the leading options. */
    private static String verb(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() - 1 && arguments.get(at).startsWith("-"))
            at += arguments.get(at).equals("-c") || arguments.get(at).equals("-C") ? 2 : 1;
        return arguments.get(Math.min(at, arguments.size() - 1));
    }
}
