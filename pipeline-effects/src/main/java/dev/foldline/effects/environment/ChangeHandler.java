package dev.foldline.effects.environment;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.event.ChangeEvent.ChangeCompared;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.change.ChangeReader;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;

import io.vavr.control.Option;

import java.io.IOException;

/** Reads, tries and puts back parts of the whole change of a run. */
final class ChangeHandler {
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
        return new ChangeCompared(
                ticket,
                effect.candidate().getOrNull() instanceof Candidate(_, var onto, _, var tree)
                        ? reader().read(onto, tree, effect.checks(), effect.guard())
                        : own(effect, base(effect.base())));
    }

    /** What is merged and pushed is what is committed. */
    private ChangeReport own(CompareChange effect, String base) throws IOException {
        return reader().read(
                        base,
                        run.git().commit("HEAD").tree(),
                        trees.read(effect.protectedPaths()).tree(),
                        effect.checks(),
                        effect.guard());
    }

    private ChangeReader reader() {
        return new ChangeReader(run.git(), run.blobs());
    }

    /** Where the start of the branch is not known, the change is what is not committed. */
    private String base(Option<String> start) throws IOException {
        return start.isDefined() ? start.get() : run.git().head().commit();
    }

    private Event restored(long ticket, RestoreGuarded effect) throws IOException {
        return new GuardedFileRestorer(run, reader())
                .restore(
                        ticket,
                        effect,
                        base(effect.base()),
                        trees.read(effect.protectedPaths()).tree());
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
