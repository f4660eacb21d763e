package dev.foldline.effects.process;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts calls from one thread that lives as long as this process. A launcher that ends with its
 * parent would otherwise end with the thread that started it: to Linux, the thread is the parent.
 */
final class ProcessStarter {
    private static final ExecutorService THREAD =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("foldline process starter").factory());

    private ProcessStarter() {}

    /** Starts a call. An interruption is preserved and does not prevent the start. */
    static Process start(ProcessBuilder builder, ProcessMarker marker) throws IOException {
        var started = THREAD.submit(() -> OwnChildren.start(builder, Optional.of(marker)));
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return started.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException cannotStart -> throw cannotStart;
                case RuntimeException ours -> throw ours;
                case Error ours -> throw ours;
                case null, default -> throw new IOException(failed.getCause());
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
