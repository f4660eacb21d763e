package dev.foldline.effects.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.foldline.effects.process.ProcessTable.Row;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Makes this process the parent of every descendant that loses its own, so that none can escape by
 * leaving its session and clearing its environment. This is Linux only: elsewhere an orphan belongs
 * to the init process and is known by its marker alone.
 *
 * <p>The parent has to collect the exit status of such a child, or it stays a zombie.
 */
final class Subreaper {
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int WITHOUT_WAITING = 1;

    /**
     * Java collects its own children at once, so a zombie that is still there after this time was
     * adopted.
     */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private static final CountDownLatch READY = new CountDownLatch(1);

    private Subreaper() {}

    private static final class Starting {
        static {
            if (ProcessTable.showsSessions()) {
                Thread.ofPlatform().daemon().name("foldline subreaper").start(Subreaper::serve);
            } else {
                READY.countDown();
            }
        }

        static void begin() {}
    }

    /**
     * Looks up the system functions in the background, because that takes a moment and is needed
     * only before the first child.
     */
    static void begin() {
        Starting.begin();
    }

    /**
     * Waits for the setup; called before a process is started. An interruption is preserved and
     * does not shorten the wait.
     */
    static void await() {
        begin();
        boolean interrupted = false;
        while (true) {
            try {
                READY.await();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the processes that have lost their parent and were adopted by this one. */
    static List<Row> adopted(List<Row> rows) {
        return inOtherSessions(rows, ProcessHandle.current().pid(), ProcessTable.ownSession());
    }

    /**
     * @param session session of the parent; 0 if its leader is outside this process's PID
     *     namespace, as in many containers. A row with session 0 is in that session too, or the
     *     system shows no sessions.
     */
    static List<Row> inOtherSessions(List<Row> rows, long parent, long session) {
        return rows.stream()
                .filter(
                        row ->
                                row.parent() == parent
                                        && row.session() != 0
                                        && row.session() != session
                                        && !OwnChildren.has(row.process()))
                .toList();
    }

    private static void serve() {
        try {
            MethodHandle prctl =
                    SystemFunctions.find(
                            "prctl",
                            FunctionDescriptor.of(
                                    JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                            Linker.Option.firstVariadicArg(1));
            int refused = (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
            READY.countDown();
            ProcessGroup.prepare();
            if (refused == 0) {
                collect(
                        SystemFunctions.find(
                                "waitpid",
                                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT)));
            }
        } catch (Throwable withoutNativeAccess) {
            return;
        } finally {
            READY.countDown();
        }
    }

    /**
     * Also collects processes that stayed in this session, such as the children of a killed git
     * command.
     */
    private static void collect(MethodHandle waitpid) throws Throwable {
        Set<ProcessHandle> before = Set.of();
        while (true) {
            Thread.sleep(BETWEEN_LOOKS);
            Set<ProcessHandle> now = new HashSet<>();
            for (Row zombie : ProcessTable.zombies()) {
                if (zombie.parent() != ProcessHandle.current().pid()) {
                    continue;
                }
                now.add(zombie.process());
                if (before.contains(zombie.process())) {
                    int _ =
                            (int)
                                    waitpid.invokeExact(
                                            (int) zombie.pid(),
                                            MemorySegment.NULL,
                                            WITHOUT_WAITING);
                }
            }
            before = now;
        }
    }
}
