package dev.foldline.testkit.simulation;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TestFile;
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
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.workflow.Guard;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

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
            case CompareChange(_, var base, var candidate, var guard, _, _) ->
                    new ChangeCompared(
                            ticket,
                            report(
                                    base.getOrElse(""),
                                    candidate.map(Candidate::tree).getOrElse(repository.tree()),
                                    candidate
                                            .map(repository::filesOf)
                                            .getOrElse(repository.files()),
                                    guard));
            case RestoreGuarded(_, _, var guard, _, _) -> restored(ticket, guard);
            case TryTests(_, _, var trial, _, _, _, _, _) ->
                    new TestsTried(
                            ticket, trial, result(trial, fate), Option.none(), Spend.NOTHING);
        };
    }

    private ChangeReport report(String base, String tree, Map<String, String> files, Guard guard) {
        var changed = changed(files);
        return new ChangeReport(
                base,
                tree,
                changed.filter(guard.paths()::contains).map(path -> guarded(path, files)),
                tests(changed.filter(guard.tests()::contains), files),
                changed.size(),
                changed.size());
    }

    private GuardedFile guarded(String path, Map<String, String> files) {
        return new GuardedFile(path, "judges", Option.of(files.get(path)), Option.none());
    }

    /** The content of a file says whether it is new, changed, or has lost tests. */
    private TestChanges tests(Vector<String> paths, Map<String, String> files) {
        var byKind = paths.groupBy(path -> kind(files.get(path)));
        return new TestChanges(
                byKind.getOrElse(0, Vector.empty()),
                byKind.getOrElse(1, Vector.empty()),
                byKind.getOrElse(2, Vector.empty()),
                paths.map(
                        path ->
                                new TestFile(
                                        path,
                                        Option.of(repository.baseFiles().get(path)),
                                        Option.of(files.get(path)))),
                Vector.empty(),
                Vector.empty(),
                Vector.empty());
    }

    private static int kind(@Nullable String content) {
        return content == null ? 2 : Math.floorMod(content.hashCode(), 3);
    }

    private Vector<String> changed(Map<String, String> files) {
        var paths = new TreeSet<>(files.keySet());
        paths.addAll(repository.baseFiles().keySet());
        return Vector.ofAll(paths)
                .reject(path -> Objects.equals(files.get(path), repository.baseFiles().get(path)));
    }

    private Event restored(long ticket, Guard guard) {
        var paths = changed(repository.files()).filter(guard.paths()::contains);
        Map<String, String> before = new HashMap<>();
        paths.forEach(path -> before.put(path, repository.baseFiles().getOrDefault(path, "")));
        repository.write(before);
        return new GuardedRestored(ticket, repository.tree(), paths, Vector.empty());
    }

    private TrialResult result(Trial trial, SeededRandom fate) {
        boolean fails =
                world.strikes(Trouble.CHECK_FAILS, fate.fork(trial))
                        || trial == Trial.OLD_TESTS && fate.fork("weakened").chance(60);
        if (fails == (trial == Trial.NEW_TESTS)) return new TrialResult.Passed();
        return switch (fate.fork("trial").below(6)) {
            case 0 -> new TrialResult.Unbuilt("it does not compile");
            case 1 -> new TrialResult.Impossible("there is no such program");
            default ->
                    new TrialResult.Failed(
                            Vector.of(
                                    new TrialFailure(
                                            new CheckFailure.Test("checks", "a_test"), "a_test")));
        };
    }
}
