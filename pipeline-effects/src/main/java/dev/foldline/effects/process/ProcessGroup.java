package dev.foldline.effects.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Kills all processes of a group at once. The system does so without another process. Where Java
 * may not call its functions, a shell does.
 */
final class ProcessGroup {
    private static final int SIGKILL = 9;

    private ProcessGroup() {}

    /** Looked up once, when it is first needed. */
    private static final class Kill {
        static final Optional<MethodHandle> FUNCTION = function();

        private static Optional<MethodHandle> function() {
            try {
                return Optional.of(
                        SystemFunctions.find(
                                "kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT)));
            } catch (RuntimeException | LinkageError withoutNativeAccess) {
                return Optional.empty();
            }
        }
    }

    /** Looks up the system's function now, so that the first call need not wait for it. */
    static void prepare() {
        var _ = Kill.FUNCTION;
    }

    /**
     * @param leader the pid of the group's leader, whether or not it is alive
     */
    static void kill(long leader) {
        if (Kill.FUNCTION.isPresent()) {
            killBySystem(Kill.FUNCTION.get(), leader);
        } else {
            killByShell(leader);
        }
    }

    private static void killBySystem(MethodHandle kill, long leader) {
        try {
            int _ = (int) kill.invokeExact((int) -leader, SIGKILL);
        } catch (RuntimeException | Error ours) {
            throw ours;
        } catch (Throwable impossible) {
            throw new AssertionError("a function of the system throws nothing", impossible);
        }
    }

    static void killByShell(long leader) {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -KILL -" + leader)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            return;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
