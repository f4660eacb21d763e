package dev.foldline.app.notify;

import dev.foldline.app.config.NotifyKeys;
import dev.foldline.app.config.NotifyKeys.NotifiedEvent;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The conditions of a run that were already reported, in a file beside its log. A condition is
 * reported once, until it has ended and returns, also by later drivers.
 */
final class NotifiedConditions {
    private final NotifyKeys keys;
    private final Path file;
    private Set<String> reported;

    private NotifiedConditions(NotifyKeys keys, Path file, Set<String> reported) {
        this.keys = keys;
        this.file = file;
        this.reported = reported;
    }

    static NotifiedConditions open(NotifyKeys keys, RunDirectory run) throws IOException {
        var file = run.path().resolve("notified");
        try {
            return new NotifiedConditions(keys, file, new TreeSet<>(Files.readAllLines(file)));
        } catch (NoSuchFileException none) {
            return new NotifiedConditions(keys, file, new TreeSet<>());
        }
    }

    /**
     * Returns what is to be reported now. It counts as reported from here on: a crash before its
     * delivery loses it.
     */
    Map<String, NotifiedEvent> newConditions(PipelineState state) throws IOException {
        var present = conditions(state);
        present.values().removeIf(event -> !keys.reports(event));
        if (present.keySet().equals(reported)) return Map.of();
        var fresh = new LinkedHashMap<>(present);
        fresh.keySet().removeAll(reported);
        AtomicFile.write(file, String.join("\n", present.keySet()));
        reported = new TreeSet<>(present.keySet());
        return fresh;
    }

    private Map<String, NotifiedEvent> conditions(PipelineState state) {
        var found = new LinkedHashMap<String, NotifiedEvent>();
        switch (Pipeline.decide(state).effect()) {
            case Control.Stop _ -> {
                if (state.header().parent().isEmpty())
                    found.put("completed", NotifiedEvent.COMPLETED);
            }
            case Control.Wait(var awaited, _) -> awaited.forEach(each -> add(each, state, found));
            default -> {}
        }
        return found;
    }

    private void add(
            WaitCondition condition, PipelineState state, Map<String, NotifiedEvent> found) {
        switch (condition) {
            case WaitCondition.Resolution(var gate) ->
                    found.put("gate " + gate.instance(), NotifiedEvent.GATE);
            case WaitCondition.Intervention _ -> found.put("halted", NotifiedEvent.HALTED);
            case WaitCondition.BudgetRaise _ -> found.put("budget", NotifiedEvent.BUDGET);
            case WaitCondition.Timer(var until, _) -> {
                if (Duration.between(state.header().now(), until).compareTo(keys.limitWait()) >= 0)
                    found.put("limit", NotifiedEvent.LIMIT);
            }
            case WaitCondition.Resumption _,
                    WaitCondition.Call _,
                    WaitCondition.PullRequestNews _,
                    WaitCondition.ChildrenEnds _ -> {}
        }
    }
}
