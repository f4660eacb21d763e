package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One call of the git command: what to say, what to feed, how long to wait. A child process without a shell, in the
 * plain locale so that its messages can be read, never asking anything of a terminal.
 */
public record GitCommand(
        GitSettings settings,
        Path folder,
        List<String> arguments,
        Map<String, String> variables,
        byte[] input,
        int outputMax,
        Duration timeout) {

    private static final int OUTPUT_MAX = 256 << 20;
    private static final int ERROR_TAIL_MAX = 16 << 10;
    /** A hook may leave a child behind that holds the pipe open: we wait for the command, not for its leftovers. */
    private static final Duration LEFTOVER_PATIENCE = Duration.ofSeconds(2);
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(3);

    public GitCommand {
        arguments = List.copyOf(arguments);
        variables = Map.copyOf(variables);
    }

    public static GitCommand in(GitSettings settings, Path folder, String... arguments) {
        return new GitCommand(settings, folder, List.of(arguments), Map.of("GIT_OPTIONAL_LOCKS", "0"), new byte[0],
                OUTPUT_MAX, settings.commandTimeout());
    }

    public GitCommand with(String variable, String value) {
        var more = new TreeMap<>(variables);
        more.put(variable, value);
        return new GitCommand(settings, folder, arguments, more, input, outputMax, timeout);
    }

    public GitCommand fed(byte[] bytes) {
        return new GitCommand(settings, folder, arguments, variables, bytes, outputMax, timeout);
    }

    public GitCommand atMost(int outputBytes) {
        return new GitCommand(settings, folder, arguments, variables, input, outputBytes, timeout);
    }

    /** Gives the command the time a user's hook may take. */
    public GitCommand runningHooks() {
        return new GitCommand(settings, folder, arguments, variables, input, outputMax, settings.hookTimeout());
    }

    /** What the command printed; a fault if it failed or printed too much. */
    public Ran succeed() throws GitFault {
        Ran ran = patiently();
        if (ran.cut()) throw new GitFault(Kind.TOO_LARGE, name() + " printed over " + outputMax + " bytes");
        if (ran.exit() == 0) return ran;
        throw ran.heldLock()
                .map(lock -> new GitFault(Kind.LOCKED, lock + " is held by another process"))
                .orElseGet(() -> ran.asFault(verb(arguments)));
    }

    /** Runs again, at growing distances, while another process holds a lock or is making a working tree; then the last answer stands. */
    public Ran patiently() throws GitFault {
        var patience = new Patience(settings.lockPatience());
        while (true) {
            Ran ran = run();
            if (ran.succeeded() || ran.heldLock().isEmpty() && !ran.metHalfMadeTree() || !patience.rest()) return ran;
        }
    }

    public Ran run() throws GitFault {
        Process process = start();
        var out = Drain.head(process.getInputStream(), outputMax);
        var err = Drain.tail(process.getErrorStream(), ERROR_TAIL_MAX);
        feed(process);
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                kill(process);
                throw new GitFault(Kind.TIMED_OUT, name() + " took over " + timeout + "; it said: " + err.text());
            }
            out.await(LEFTOVER_PATIENCE);
            err.await(LEFTOVER_PATIENCE);
        } catch (InterruptedException stop) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new GitFault(Kind.INTERRUPTED, name() + " was interrupted", stop);
        }
        return new Ran(process.exitValue(), out.bytes(), out.cut(), err.text());
    }

    private Process start() throws GitFault {
        var line = new ArrayList<String>();
        line.add(settings.executable());
        line.add("--no-pager");
        line.addAll(arguments);
        var builder = new ProcessBuilder(line).directory(folder.toFile());
        var environment = builder.environment();
        environment.clear();
        environment.putAll(settings.environment());
        environment.put("LC_ALL", "C");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_EDITOR", ":");
        environment.putAll(variables);
        try {
            return builder.start();
        } catch (IOException missing) {
            String reason = "cannot start '" + settings.executable() + "': " + missing.getMessage();
            throw new GitFault(Kind.GIT_MISSING, reason, missing);
        }
    }

    /** On a thread of its own: a child that prints before it has read everything must not stop us both. */
    private void feed(Process process) {
        Thread.ofVirtual().start(() -> {
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input);
            } catch (IOException closedEarly) {
                // A child that needs no more of it may close its end; its exit code tells the rest.
            }
        });
    }

    private String name() {
        return "git " + arguments.getFirst();
    }

    /** Asks first: git takes its lock files away when it is asked to end, and leaves them when it is shot. */
    private static void kill(Process process) {
        var family = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        family.forEach(ProcessHandle::destroy);
        var ended = CompletableFuture.allOf(
                family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
        try {
            ended.get(KILL_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException noPatienceLeft) {
            family.forEach(ProcessHandle::destroyForcibly);
        }
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What git was asked to do, behind the options that come first. */
    private static String verb(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() - 1 && arguments.get(at).startsWith("-")) at += arguments.get(at).equals("-c") || arguments.get(at).equals("-C") ? 2 : 1;
        return arguments.get(Math.min(at, arguments.size() - 1));
    }
}
