package dev.foldline.effects.environment;

import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.event.ChangeEvent.ChangeCompared;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.change.ChangeReader;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;

/** Reads, tries and puts back parts of the whole change of a run. */
final class ChangeHandler {
    private static final String LITERALLY = ":(top,literal)";

    private final RunContext run;
    private final GitHandler.TreeReader trees;
    private final TrialHandler trials;

    ChangeHandler(RunContext run, GitHandler.TreeReader trees, TrialHandler trials) {
        this.run = run;
        this.trees = trees;
        this.trials = trials;
    }

    Event perform(long ticket, ChangeEffect effect, Cancellation stop) throws IOException {
        return switch (effect) {
            case CompareChange e -> compared(ticket, e);
            case RestoreGuarded e -> restored(ticket, e);
            case TryTests e -> tried(ticket, e, stop);
        };
    }

    private Event compared(long ticket, CompareChange effect) throws IOException {
        return effect.candidate().getOrNull() instanceof Candidate(_, var onto, _, var tree)
                ? compared(ticket, effect, onto, tree)
                : compared(
                        ticket,
                        effect,
                        base(effect.base()),
                        trees.read(effect.protectedPaths()).tree());
    }

    private Event compared(long ticket, CompareChange effect, String base, String tree)
            throws IOException {
        return new ChangeCompared(
                ticket, reader().read(base, tree, effect.checks(), effect.guard()));
    }

    private ChangeReader reader() {
        return new ChangeReader(run.git(), run.blobs());
    }

    /** Where the start of the branch is not known, the change is what is not committed. */
    private String base(Option<String> start) throws IOException {
        return start.isDefined() ? start.get() : run.git().head().commit();
    }

    private Event restored(long ticket, RestoreGuarded effect) throws IOException {
        var kept = effect.protectedPaths();
        var base = base(effect.base());
        var guarded =
                reader().read(base, trees.read(kept).tree(), effect.checks(), effect.guard())
                        .guarded()
                        .map(each -> each.path());
        if (guarded.isEmpty())
            return new GuardedRestored(ticket, trees.read(kept).tree(), Vector.empty());
        for (var path : guarded) restore(base, path);
        return new GuardedRestored(
                ticket, run.git().treeState(run.exclusions(kept)).tree(), guarded);
    }

    private void restore(String base, String path) throws IOException {
        var restored =
                run.git()
                        .runAsUser(
                                "restore",
                                "--source=" + base,
                                "--worktree",
                                "--",
                                LITERALLY + path);
        if (!restored.succeeded()) Files.deleteIfExists(run.root().resolve(path));
    }

    private Event tried(long ticket, TryTests effect, Cancellation stop) throws IOException {
        var outcome =
                trials.run(
                        ticket,
                        new TrialRequest(
                                "checks",
                                effect.commands(),
                                effect.trial(),
                                effect.base(),
                                effect.tree(),
                                effect.tests(),
                                effect.checkout(),
                                effect.deadlineMillis()),
                        stop);
        return outcome.isLeft()
                ? outcome.getLeft()
                : new TestsTried(
                        ticket,
                        effect.trial(),
                        outcome.get().result(),
                        outcome.get().output(),
                        outcome.get().spend());
    }
}
