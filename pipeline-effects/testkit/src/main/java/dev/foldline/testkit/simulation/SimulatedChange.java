package dev.foldline.testkit.simulation;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.event.ChangeEvent.ChangeCompared;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.workflow.Guard;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Compares the simulated repository with its base. A pattern of a guard is the path of one file
 * here.
 */
final class SimulatedChange {
    private final SimulationContext world;
    private final FakeRepository repository;

    SimulatedChange(SimulationContext world, FakeRepository repository) {
        this.world = world;
        this.repository = repository;
    }

    Event perform(long ticket, ChangeEffect effect, SeededRandom fate) {
        if (world.strikes(Trouble.GIT_FAILS, fate))
            return new EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "git says no"));
        return switch (effect) {
            case CompareChange(_, var base, _, var guard, _, _) ->
                    new ChangeCompared(ticket, report(base.getOrElse(""), guard));
            case RestoreGuarded(_, _, var guard, _, _) -> restored(ticket, guard);
            case TryTests(_, _, var trial, _, _, _, _, _) ->
                    new TestsTried(
                            ticket, trial, result(trial, fate), Option.none(), Spend.NOTHING);
        };
    }

    private ChangeReport report(String base, Guard guard) {
        var changed = changed();
        return new ChangeReport(
                base,
                repository.tree(),
                changed.filter(guard.paths()::contains).map(this::guarded),
                tests(changed.filter(guard.tests()::contains)),
                changed.size(),
                changed.size());
    }

    private GuardedFile guarded(String path) {
        return new GuardedFile(
                path, "judges", Option.of(repository.files().get(path)), Option.none());
    }

    private TestChanges tests(Vector<String> paths) {
        var added = paths.reject(repository.baseFiles()::containsKey);
        var removed = paths.reject(repository.files()::containsKey);
        return new TestChanges(added, paths.removeAll(added).removeAll(removed), removed);
    }

    private Vector<String> changed() {
        var paths = new TreeSet<>(repository.files().keySet());
        paths.addAll(repository.baseFiles().keySet());
        return Vector.ofAll(paths)
                .reject(
                        path ->
                                Objects.equals(
                                        repository.files().get(path),
                                        repository.baseFiles().get(path)));
    }

    private Event restored(long ticket, Guard guard) {
        var paths = changed().filter(guard.paths()::contains);
        Map<String, String> before = new HashMap<>();
        paths.forEach(path -> before.put(path, repository.baseFiles().getOrDefault(path, "")));
        repository.write(before);
        return new GuardedRestored(ticket, repository.tree(), paths, Vector.empty());
    }

    private TrialResult result(Trial trial, SeededRandom fate) {
        boolean fails = world.strikes(Trouble.CHECK_FAILS, fate.fork(trial));
        if (fails == (trial == Trial.NEW_TESTS)) return new TrialResult.Passed();
        return fate.fork("trial")
                .<TrialResult>pick(
                        new TrialResult.Failed(
                                Vector.of(
                                        new TrialFailure(
                                                new CheckFailure.Test("checks", "a_test"),
                                                "a_test"))),
                        new TrialResult.Unbuilt("it does not compile"),
                        new TrialResult.Impossible("there is no such program"));
    }
}
