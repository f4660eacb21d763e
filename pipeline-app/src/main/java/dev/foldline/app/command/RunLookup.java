package dev.foldline.app.command;

import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.report.FleetPage;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.workflow.SkippedRuns;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;

/** Finds the run that a command names, and tells the user what was skipped on the way. */
public final class RunLookup {
    private RunLookup() {}

    /** Returns the run's folder. Failures of the command from here on concern this run. */
    public static RunDirectory find(Console console, RunArgument argument) throws IOException {
        var found = findUnchecked(console, argument);
        KnownHeads.missing(found)
                .ifPresent(
                        damage ->
                                console.note(
                                        "run "
                                                + found.id()
                                                + " cannot continue: "
                                                + damage.message()
                                                + "; see foldline status "
                                                + found.id()));
        return found;
    }

    /** The same, for a command that itself reports a log that has lost lines. */
    public static RunDirectory findUnchecked(Console console, RunArgument argument)
            throws IOException {
        var checkout = Checkout.at(console.directory());
        return found(console, checkout.runs(), argument.run(), checkout.run(argument.run()));
    }

    /** Names the runs without an event that were skipped to find this one. */
    public static RunDirectory found(
            Console console, Runs runs, String reference, RunDirectory found) throws IOException {
        var skipped = SkippedRuns.of(runs, reference, found);
        for (var later : skipped.runs())
            console.note(
                    "run " + later.id() + " is skipped: it has no events; see foldline doctor");
        console.about(skipped.found().path());
        return skipped.found();
    }

    /** Returns a copy of a run as it is published, and notes how old it is. */
    public static RunDirectory published(Console console, String remote, String reference)
            throws IOException {
        var copy =
                new SharedRuns(
                                Checkout.at(console.directory()),
                                console.environment(),
                                console.directory(),
                                remote)
                        .copy(reference);
        console.note(FleetPage.age(remote, copy.run(), copy.lease()));
        return copy.run();
    }
}
