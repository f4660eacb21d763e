package dev.foldline.app.command;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.SkippedRuns;
import dev.foldline.app.run.KnownHeads;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A run, or a point in its log, as a person names it: {@code RUN} or {@code RUN:SEQ}.
 *
 * @param run {@code @}, {@code @~1}, or the beginning of an id
 * @param seq the number of an event; none means the last
 */
public record RunArgument(String run, OptionalLong seq) {
    private static final Pattern FORM = Pattern.compile("([^:]*)(?::(\\d{1,18}))?");

    public static RunArgument parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new UserError(
                    "'" + text + "' is neither a run nor a point in a run",
                    "",
                    "use RUN or RUN:SEQ, for example @ or @:12",
                    ExitCode.USAGE);
        }
        var run = matcher.group(1).isEmpty() ? "@" : matcher.group(1);
        var seq = matcher.group(2);
        return new RunArgument(
                run, seq == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seq)));
    }

    /** The run's folder; from here on the command is about this run. */
    public RunDirectory find(Console console) throws IOException {
        var found = findUnchecked(console);
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
    public RunDirectory findUnchecked(Console console) throws IOException {
        var checkout = Checkout.at(console.directory());
        return about(console, checkout.runs(), run, checkout.run(run));
    }

    /**
     * The same, for a command that spends or ends something: where the latest run has lost its log,
     * the one before it is not meant unless it is named.
     *
     * @param verb of the command
     */
    public static RunDirectory confirm(
            Console console, Runs runs, String reference, RunDirectory found, String verb)
            throws IOException {
        var passedOver = SkippedRuns.of(runs, reference, found);
        passedOver.refuseLost(verb);
        return about(console, passedOver);
    }

    /**
     * From here on the command is about the run that was found. That others were passed over, which
     * are without an event, is said.
     */
    public static RunDirectory about(
            Console console, Runs runs, String reference, RunDirectory found) throws IOException {
        return about(console, SkippedRuns.of(runs, reference, found));
    }

    private static RunDirectory about(Console console, SkippedRuns passedOver) {
        for (var later : passedOver.runs())
            console.note(
                    "run " + later.id() + " is skipped: it has no events; see foldline doctor");
        console.about(passedOver.found().path());
        return passedOver.found();
    }

    /** The state it names. */
    public Point point(RunHistory history) throws IOException {
        return seq.isPresent() ? history.at(seq.getAsLong()) : history.latest();
    }
}
