package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * Finds the texts that a run needs and that are missing or changed on disk: its task, its artifacts
 * and its feedback. Prompts are not needed; they are rendered again.
 */
public final class MissingTexts {
    private MissingTexts() {}

    private static final int NAME_CHARS_SHOWN = 12;

    /** What each lost text is, with its name. */
    public static Vector<String> of(PipelineState state, Blobs blobs) {
        var task =
                Vector.of("the task")
                        .filter(_ -> isLost(blobs, state.header().task()))
                        .map(what -> named(what, state.header().task()));
        var artifacts =
                state.ledger()
                        .artifacts()
                        .filterValues(text -> isLost(blobs, text))
                        .map(each -> named(each._1(), each._2()))
                        .toVector();
        var remarks =
                state.ledger()
                        .feedback()
                        .values()
                        .toVector()
                        .flatMap(each -> each)
                        .map(Feedback::output)
                        .flatMap(Option::toVector)
                        .filter(text -> isLost(blobs, text))
                        .map(text -> named("a check's output", text));
        return task.appendAll(artifacts).appendAll(remarks).distinct();
    }

    /** What helps, to paste. */
    public static String remedy(String run) {
        return "restore the files from a backup, or cancel the run and keep its work: foldline"
                + " cancel "
                + run;
    }

    /**
     * @throws UserError if the run cannot go on for want of them
     */
    public static void refuse(Started started) {
        var lost = of(started.log().state(), started.workspace().runs().blobs());
        if (lost.isEmpty()) return;
        var run = started.log().directory().id().text();
        throw new UserError(
                "texts of run " + run + " are missing or damaged: " + lost.mkString(", "),
                started.workspace().runs().root().toString(),
                remedy(run),
                ExitCode.FAILED);
    }

    private static String named(String what, String name) {
        return what + " (" + name.substring(0, Math.min(NAME_CHARS_SHOWN, name.length())) + "...)";
    }

    private static boolean isLost(Blobs blobs, String name) {
        try {
            return blobs.get(name).length < 0;
        } catch (IOException goneOrDamaged) {
            return true;
        }
    }
}
