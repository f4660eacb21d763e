package dev.foldline.app.command;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.history.LostLog;
import dev.foldline.app.history.Point;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
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
            throw new UserError("'" + text + "' names neither a run nor a point in one", "", "RUN or RUN:SEQ, as in @ or @:12", ExitCode.USAGE);
        }
        var run = matcher.group(1).isEmpty() ? "@" : matcher.group(1);
        var seq = matcher.group(2);
        return new RunArgument(run, seq == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seq)));
    }

    /** The run's folder; from here on the command is about this run. */
    public RunDirectory find(Console console) throws IOException {
        var checkout = Checkout.at(console.directory());
        return about(console, checkout.runs(), run, checkout.run(run));
    }

    /**
     * The same, for a command that spends or ends something: where the latest run has lost its log, the one before it is not meant unless it is named.
     *
     * @param verb of the command
     */
    public static RunDirectory meant(Console console, Runs runs, String reference, RunDirectory found, String verb) throws IOException {
        var passedOver = passedOver(runs, reference, found);
        for (var later : passedOver) {
            if (isLostAndLater(later, found))
                throw new UserError("the latest run, " + later.id() + ", has worked, but its log is lost", later.events().toString(),
                        "foldline " + verb + " " + found.id() + ", if you mean that one; what there still is of the other: foldline doctor", ExitCode.FAILED);
        }
        return about(console, passedOver, found);
    }

    /** Its folder tells when something was last put there or removed; its snapshot, if it has one, how far it had come by then. */
    private static boolean isLostAndLater(RunDirectory run, RunDirectory found) throws IOException {
        var lost = LostLog.of(run, List.of());
        if (lost.isEmpty()) return false;
        var began = found.beganAt();
        // Whoever means a workflow of tasks means no other run.
        var isOfTasks = Workflows.isWorkflow(found);
        return lost.get().seen().map(RunLog.Saved::state).map(state -> !state.header().now().isBefore(began)
                && !(isOfTasks && !state.workflow().name().equals(Tasks.NAME))).orElse(true);
    }

    /** From here on the command is about the run that was found. That others were passed over, which are without an event, is said. */
    public static RunDirectory about(Console console, Runs runs, String reference, RunDirectory found) throws IOException {
        return about(console, passedOver(runs, reference, found), found);
    }

    private static RunDirectory about(Console console, List<RunDirectory> passedOver, RunDirectory found) {
        for (var later : passedOver) console.note("run " + later.id() + " is passed over: it has no event; see foldline doctor");
        console.about(found.path());
        return found;
    }

    /** Of those newer than the one that was found by how far back it is, the runs without an event that no other has started. */
    private static List<RunDirectory> passedOver(Runs runs, String reference, RunDirectory found) throws IOException {
        if (!reference.startsWith("@")) return List.of();
        return runs.newestFirst().stream().takeWhile(later -> !later.equals(found)).filter(later -> !later.hasBegun() && Files.notExists(later.parent())).toList();
    }

    /** The state it names. */
    public Point point(History history) throws IOException {
        return seq.isPresent() ? history.at(seq.getAsLong()) : history.latest();
    }
}
