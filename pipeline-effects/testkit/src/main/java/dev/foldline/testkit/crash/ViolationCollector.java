package dev.foldline.testkit.crash;

import dev.foldline.testkit.simulation.CrashPoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects the promises that one crashed run has broken, each once. */
final class ViolationCollector {
    private final List<CrashPoint> crashes;
    private final String instant;
    private final List<Violation> found = new ArrayList<>();

    ViolationCollector(List<CrashPoint> crashes, String instant) {
        this.crashes = crashes;
        this.instant = instant;
    }

    List<Violation> found() {
        return List.copyOf(found);
    }

    void same(Promise promise, Object expected, Object actual) {
        if (!Objects.equals(expected, actual))
            broken(promise, String.valueOf(expected), String.valueOf(actual));
    }

    void require(boolean holds, Promise promise, String expected, String actual) {
        if (!holds) broken(promise, expected, actual);
    }

    void broken(Promise promise, String expected, String actual) {
        if (found.stream().noneMatch(each -> each.promise() == promise))
            found.add(new Violation(promise, crashes, instant, expected, actual));
    }
}
