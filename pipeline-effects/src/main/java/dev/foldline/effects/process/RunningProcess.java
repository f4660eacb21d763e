package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.process.Ended.Deadline;
import dev.foldline.effects.redact.Redaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A child process that has been started, and whose end somebody waits for. */
public final class RunningProcess {
    /** After the process and its kin are gone, only a stranger can still hold its output open; we listen to it until it has said nothing for so long. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private static final int SIGNALLED = 128;
    private static final int SIGNAL_MAX = 64;

    private final ProcessSpec spec;
    private final Process process;
    private final Kin kin;
    private final OutputPump out;
    private final OutputPump err;
    private final Vigil vigil;
    private final BooleanSupplier alive;
    private final CompletableFuture<Ended> cancelled = new CompletableFuture<>();

    RunningProcess(ProcessSpec spec, Process process, boolean ownSession, OutputFiles.Opened sinks, Listener listener, Redaction redaction) {
        this.spec = spec;
        this.process = process;
        this.kin = new Kin(process.toHandle(), ownSession, spec.marker());
        this.vigil = new Vigil(spec.deadlines());
        this.alive = listener.alive();
        OutputFiles files = spec.output();
        Runnable anyByte = listener.signs() == Listener.Signs.BYTES ? vigil::sign : () -> {};
        this.out = OutputPump.start(process.getInputStream(), files.out(), sinks.out(), files.bytesMax(), redaction,
                new OutputPump.Listening(line -> {
                    if (listener.outLine().test(line)) vigil.sign();
                }, listener.lineBytesMax(), anyByte));
        this.err = OutputPump.start(process.getErrorStream(), files.err(), sinks.err(), files.bytesMax(), redaction,
                new OutputPump.Listening(listener.errLine(), listener.lineBytesMax(), anyByte));
    }

    public long pid() {
        return process.pid();
    }

    /** How busy the process and all its kin are now: the part of one processor that they use, looked at for this long. */
    public double load(Duration window) throws InterruptedException {
        var before = kin.processorTime();
        Thread.sleep(window);
        return (double) kin.processorTime().minus(before).toNanos() / window.toNanos();
    }

    /** Asks for the end of the process and all its kin; from any thread, at any time. Whoever awaits it brings it about. */
    public void cancel() {
        cancelled.complete(new Ended.Cancelled());
    }

    /**
     * Waits until the process has ended, or ends it when a deadline passes; afterwards nothing of it is left. To be called once.
     *
     * <p>An interruption of the waiting thread is a cancellation; the thread is still interrupted afterwards.
     */
    public ProcessResult await() {
        Ended ended;
        boolean interrupted = false;
        try {
            ended = watch();
        } catch (InterruptedException stop) {
            interrupted = true;
            ended = new Ended.Cancelled();
        }
        // Those left behind after a good end are not waited for: whoever started them has got its result.
        int ends = kin.end(spec.deadlines().grace());
        interrupted |= collectOutput();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        boolean byItself = ended instanceof Ended.Exited;
        return result(byItself ? ofExit(process.exitValue()) : ended, byItself ? ends : Math.max(0, ends - 1));
    }

    /** The end that came by itself ({@code Exited}, code not yet judged) or the reason to bring it about. */
    private Ended watch() throws InterruptedException {
        CompletableFuture<Ended> end =
                process.onExit().<Ended>thenApply(gone -> new Ended.Exited(gone.exitValue())).applyToEither(cancelled, one -> one);
        while (true) {
            long remaining = vigil.remainingNanos();
            if (remaining <= 0) {
                if (goesOn()) {
                    continue;
                }
                return process.isAlive() ? new Ended.TimedOut(vigil.passed()) : new Ended.Exited(process.exitValue());
            }
            try {
                // The first sign of life can bring the deadline nearer, and it wakes nobody.
                return end.get(Math.min(remaining, spec.deadlines().idle().toNanos()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException lookAgain) {
                continue;
            } catch (ExecutionException bug) {
                throw new PipelineBug("waiting for a process failed", bug);
            }
        }
    }

    /** Whether there is another sign of life. To ask takes its time: what was said meanwhile is one too. */
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

    private ProcessResult result(Ended ended, int leftovers) {
        Stream.of(out, err).flatMap(pump -> pump.listenerFailure().stream()).findFirst().ifPresent(failure -> {
            throw new PipelineBug("a listener of " + spec.command().getFirst() + " failed", failure);
        });
        return new ProcessResult(ended, out.output(), err.output(), vigil.elapsed(), leftovers);
    }

    private Ended ofExit(int code) {
        // The program that makes the session is found; if it cannot start the other, it alone has spoken.
        boolean neverRan = new Ended.Exited(code).saysItNeverRan()
                && out.output().bytes() == 0
                && err.output().tail().startsWith("setsid: ");
        if (neverRan) {
            return new Ended.StartFailed(err.output().tail().substring("setsid: ".length()).strip());
        }
        return code > SIGNALLED && code <= SIGNALLED + SIGNAL_MAX ? new Ended.Signalled(code - SIGNALLED) : new Ended.Exited(code);
    }

    /** The watch over the deadlines of one process, on the computer's own clock. */
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
            return sign == NO_SIGN_YET ? deadlines.startUp().toNanos() : sign + deadlines.idle().toNanos();
        }
    }
}
