package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.process.ProcessEnd.Deadline;
import dev.foldline.effects.redact.Redaction;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A child process that was started and must be awaited. */
public final class RunningProcess {
    /**
     * After the process tree has ended, only an unrelated process can keep its output open. The
     * output is read until it was silent for this long.
     */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private static final int SIGNALLED = 128;
    private static final int SIGNAL_MAX = 64;

    private final ProcessSpec spec;
    private final Process process;
    private final ProcessTree kin;
    private final OutputPump out;
    private final OutputPump err;
    private final Vigil vigil;
    private final BooleanSupplier alive;
    private final CompletableFuture<ProcessEnd> requested = new CompletableFuture<>();
    private final AtomicLong expectations = new AtomicLong();

    RunningProcess(
            ProcessSpec spec,
            Process process,
            boolean ownSession,
            OutputFiles.Opened sinks,
            ProcessListener listener,
            Redaction redaction) {
        this.spec = spec;
        this.process = process;
        this.kin =
                new ProcessTree(
                        process.toHandle(), ownSession, spec.marker(), !spec.launcher().isEmpty());
        this.vigil = new Vigil(spec.deadlines());
        this.alive = listener.alive();
        OutputFiles files = spec.output();
        Runnable anyByte = listener.signs() == ProcessListener.Signs.BYTES ? vigil::sign : () -> {};
        this.out =
                OutputPump.start(
                        process.getInputStream(),
                        files.out(),
                        sinks.out(),
                        files.bytesMax(),
                        redaction,
                        new OutputPump.Listening(
                                line -> {
                                    if (listener.outLine().test(line)) vigil.sign();
                                },
                                listener.lineBytesMax(),
                                anyByte));
        this.err =
                OutputPump.start(
                        process.getErrorStream(),
                        files.err(),
                        sinks.err(),
                        files.bytesMax(),
                        redaction,
                        new OutputPump.Listening(
                                listener.errLine(), listener.lineBytesMax(), anyByte));
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Returns the load of the process and its tree: the part of one processor that they use during
     * this window.
     */
    public double load(Duration window) throws InterruptedException {
        var before = kin.processorTime();
        Thread.sleep(window);
        return (double) kin.processorTime().minus(before).toNanos() / window.toNanos();
    }

    /**
     * Requests the end of the process and its tree, from any thread, at any time. The awaiting
     * thread carries it out.
     */
    public void cancel() {
        requested.complete(new ProcessEnd.Cancelled());
    }

    /** What the process should do next, according to its output. */
    public enum Expectation {
        /** It has reported the end of its work, and should exit. */
        EXIT,
        /** It continues to work. */
        WORK
    }

    /**
     * Sets what the process should do next, from any thread. If it should exit and does not, it is
     * ended when its deadline for that passes, unless it continues to work before.
     */
    public void expect(Expectation expectation) {
        long number = expectations.incrementAndGet();
        if (expectation == Expectation.EXIT)
            CompletableFuture.delayedExecutor(
                            spec.deadlines().exit().toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(() -> endIfStillExpected(number));
    }

    private void endIfStillExpected(long number) {
        if (expectations.get() == number)
            requested.complete(new ProcessEnd.TimedOut(Deadline.EXIT));
    }

    /**
     * Waits until the process ends, or ends it when a deadline passes; afterwards nothing of it
     * remains. It must be called once.
     *
     * <p>An interruption of the waiting thread cancels the process; the thread is still interrupted
     * afterwards.
     */
    public ProcessResult await() {
        ProcessEnd ended;
        boolean interrupted = false;
        try {
            ended = watch();
        } catch (InterruptedException stop) {
            interrupted = true;
            ended = new ProcessEnd.Cancelled();
        }
        // Processes left behind after a normal exit are ended instead of awaited: the result is
        // already there.
        int ends = kin.end(spec.deadlines().grace());
        interrupted |= collectOutput();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        boolean byItself = ended instanceof ProcessEnd.Exited;
        return result(
                byItself ? ofExit(process.exitValue()) : ended,
                byItself ? ends : Math.max(0, ends - 1));
    }

    /**
     * Returns the process's own end ({@code Exited}, with the code not yet classified) or the
     * reason to end it.
     */
    private ProcessEnd watch() throws InterruptedException {
        CompletableFuture<ProcessEnd> end =
                process.onExit()
                        .<ProcessEnd>thenApply(gone -> new ProcessEnd.Exited(gone.exitValue()))
                        .applyToEither(requested, one -> one);
        while (true) {
            long remaining = vigil.remainingNanos();
            if (remaining <= 0) {
                if (goesOn()) {
                    continue;
                }
                return process.isAlive()
                        ? new ProcessEnd.TimedOut(vigil.passed())
                        : new ProcessEnd.Exited(process.exitValue());
            }
            try {
                // The first sign of life can bring the deadline forward without waking this thread.
                return end.get(
                        Math.min(remaining, spec.deadlines().idle().toNanos()),
                        TimeUnit.NANOSECONDS);
            } catch (TimeoutException lookAgain) {
                // The deadline may have moved.
            } catch (ExecutionException bug) {
                throw new PipelineBug("waiting for a process failed", bug);
            }
        }
    }

    /**
     * Returns whether there is another sign of life. The query takes time, so output in the
     * meantime counts too.
     */
    private boolean goesOn() {
        if (alive.getAsBoolean()) {
            vigil.sign();
            return !vigil.totalIsOver();
        }
        return vigil.remainingNanos() > 0;
    }

    private boolean collectOutput() {
        boolean interrupted = Thread.interrupted();
        long from = System.nanoTime();
        for (OutputPump pump : new OutputPump[] {out, err}) {
            try {
                pump.finish(from, LAST_WORDS);
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
        return interrupted;
    }

    private ProcessResult result(ProcessEnd ended, int leftovers) {
        Stream.of(out, err)
                .flatMap(pump -> pump.listenerFailure().stream())
                .findFirst()
                .ifPresent(
                        failure -> {
                            throw new PipelineBug(
                                    "a listener of " + spec.command().getFirst() + " failed",
                                    failure);
                        });
        return new ProcessResult(ended, out.output(), err.output(), vigil.elapsed(), leftovers);
    }

    private ProcessEnd ofExit(int code) {
        // The programs that create the session and set the marker exist. If they cannot start the
        // program, the only
        // output is theirs.
        Optional<String> speaker =
                Stream.of("setsid: ", "prlimit: ")
                        .filter(err.output().tail()::startsWith)
                        .findFirst();
        if (speaker.isPresent()
                && new ProcessEnd.Exited(code).saysItNeverRan()
                && out.output().bytes() == 0) {
            return new ProcessEnd.StartFailed(
                    err.output().tail().substring(speaker.get().length()).strip());
        }
        if (launcherFailed()) {
            String why = err.output().tail().strip();
            return why.startsWith(nameOfLauncher() + ": execvp ")
                    ? new ProcessEnd.StartFailed(why)
                    : new ProcessEnd.LauncherFailed(why);
        }
        return code > SIGNALLED && code <= SIGNALLED + SIGNAL_MAX
                ? new ProcessEnd.Signalled(code - SIGNALLED)
                : new ProcessEnd.Exited(code);
    }

    /** A launcher that cannot start the program prints why, and nothing else is printed. */
    private boolean launcherFailed() {
        return !spec.launcher().isEmpty()
                && process.exitValue() == 1
                && out.output().bytes() == 0
                && err.output().tail().startsWith(nameOfLauncher() + ": ");
    }

    private String nameOfLauncher() {
        String word = spec.launcher().getFirst();
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** Monitors the deadlines of one process by the monotonic clock. */
    private static final class Vigil {
        private static final long NO_SIGN_YET = Long.MIN_VALUE;

        private final Deadlines deadlines;
        private final long startedAt = System.nanoTime();
        private final AtomicLong lastSign = new AtomicLong(NO_SIGN_YET);

        Vigil(Deadlines deadlines) {
            this.deadlines = deadlines;
        }

        void sign() {
            lastSign.set(elapsed().toNanos());
        }

        Duration elapsed() {
            return Duration.ofNanos(System.nanoTime() - startedAt);
        }

        long remainingNanos() {
            return Math.min(deadlines.total().toNanos(), quietUntil()) - elapsed().toNanos();
        }

        boolean totalIsOver() {
            return elapsed().compareTo(deadlines.total()) >= 0;
        }

        Deadline passed() {
            if (totalIsOver()) {
                return Deadline.TOTAL;
            }
            return lastSign.get() == NO_SIGN_YET ? Deadline.START_UP : Deadline.IDLE;
        }

        private long quietUntil() {
            long sign = lastSign.get();
            return sign == NO_SIGN_YET
                    ? deadlines.startUp().toNanos()
                    : sign + deadlines.idle().toNanos();
        }
    }
}
