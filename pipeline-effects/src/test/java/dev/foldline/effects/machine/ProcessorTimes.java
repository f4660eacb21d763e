package dev.foldline.effects.machine;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes the processor time of each test class to a file of its module, a line each: the class, and
 * the seconds that this process took meanwhile, with those of the processes it started and waited
 * for. {@code .ci/report} reads it. Where the system has no {@code /proc}, there is no file.
 */
public final class ProcessorTimes implements TestExecutionListener {
    private static final Path FILE = Path.of("target/processor-times.tsv");
    private static final Path STAT = Path.of("/proc/self/stat");

    /** Of {@code STAT}, counted after the name: user and system time, and those of children. */
    private static final int FIRST = 11;

    private static final int TIMES = 4;
    private static final double TICKS_PER_SECOND = 100;

    private final Map<UniqueId, Long> starts = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test) && isMeasured()) starts.put(test.getUniqueIdObject(), ticks());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!(starts.remove(test.getUniqueIdObject()) instanceof Long start)
                || !(test.getSource().orElse(null) instanceof ClassSource source)) return;
        var seconds = (ticks() - start) / TICKS_PER_SECOND;
        try {
            Files.writeString(FILE, source.getClassName() + "\t" + seconds + "\n", CREATE, APPEND);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Whether it is a class itself and none inside another one: the engine is its parent. */
    private static boolean isClass(TestIdentifier test) {
        return test.getUniqueIdObject().getSegments().size() == 2;
    }

    private static boolean isMeasured() {
        return Files.isReadable(STAT) && Files.isDirectory(Path.of("target"));
    }

    private static long ticks() {
        try {
            var stat = Files.readString(STAT);
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int field = FIRST; field < FIRST + TIMES; field++)
                ticks += Long.parseLong(fields[field]);
            return ticks;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
