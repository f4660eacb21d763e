package dev.foldline.app.queue;

import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.QueuedRun;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.QueuedIssueRecord;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/** The runs of a repository that were started for its queue. A finished one is read once. */
final class QueueRuns {
    private static final int MICRO_DIGITS = 6;

    private final Workspace here;
    private Map<String, QueuedRun> finished = HashMap.empty();

    QueueRuns(Workspace here) {
        this.here = here;
    }

    /** Returns them, oldest first. */
    Vector<QueuedRun> read() throws IOException {
        var found = Vector.<QueuedRun>empty();
        for (var run : here.runs().newestFirst()) found = found.appendAll(known(run));
        return found.reverse();
    }

    private Option<QueuedRun> known(RunDirectory run) throws IOException {
        var before = finished.get(run.id().text());
        if (before.isDefined() || !run.hasStarted()) return before;
        var read = QueuedIssueRecord.of(run).map(record -> readable(run, record));
        for (var each : read)
            if (each.isFinished() && each.activity() == Activity.ENDED)
                finished = finished.put(each.id(), each);
        return read;
    }

    /** A run that cannot be read waits for the user, and the others go on. */
    private QueuedRun readable(RunDirectory run, QueuedIssueRecord record) {
        try {
            return run(run, record);
        } catch (IOException | UserError unreadable) {
            return new QueuedRun(
                    run.id().text(),
                    record.issue(),
                    record.labelling(),
                    Activity.WAITING,
                    Instant.EPOCH,
                    BigDecimal.ZERO,
                    "The Foldline run `" + run.id() + "` cannot be read.",
                    0,
                    record.isFinished());
        }
    }

    private QueuedRun run(RunDirectory run, QueuedIssueRecord record) throws IOException {
        // Asked first: a driver that ends meanwhile leaves a run that is read as it ended.
        boolean driven = RunLock.holder(run.lock()).isPresent();
        var state = RunHistory.open(run).latest().state();
        return new QueuedRun(
                run.id().text(),
                record.issue(),
                record.labelling(),
                activity(state, driven),
                run.beganAt(),
                BigDecimal.valueOf(state.usage().meter().microUsd().total(), MICRO_DIGITS),
                here.runs().redaction().text(report(run, state)),
                Objects.hash(state.cursor(), state.items(), state.ledger()),
                record.isFinished());
    }

    private static String report(RunDirectory run, PipelineState state) {
        return "The Foldline run `"
                + run.id()
                + "`: "
                + RunSummary.of(state, run.id().text(), true).sentence()
                + link(state).map(link -> "\n\nPull request: " + link.url()).getOrElse("");
    }

    static Option<Link> link(PipelineState state) {
        return state.ledger().repository().request().link();
    }

    private static Activity activity(PipelineState state, boolean driven) {
        if (state.lifecycle() instanceof Lifecycle.Ended) return Activity.ENDED;
        return Pipeline.decide(state).effect() instanceof Control.Wait(var awaited, _)
                ? waiting(awaited, driven)
                : working(driven);
    }

    /** A run that waits for the user is not resumed, whatever else it waits for. */
    static Activity waiting(Vector<WaitCondition> awaited, boolean driven) {
        var each = awaited.map(condition -> waiting(condition, driven));
        return Vector.of(Activity.HALTED, Activity.WAITING)
                .find(each::contains)
                .getOrElse(working(driven));
    }

    private static Activity waiting(WaitCondition condition, boolean driven) {
        return switch (condition) {
            case WaitCondition.Timer _, WaitCondition.ChildrenEnds _ -> working(driven);
            case WaitCondition.PullRequestNews _, WaitCondition.Resolution _ ->
                    driven ? Activity.WAITING : Activity.LEFT;
            case WaitCondition.Resumption _, WaitCondition.Call _ -> Activity.WAITING;
            case WaitCondition.BudgetRaise _, WaitCondition.Intervention _ -> Activity.HALTED;
        };
    }

    private static Activity working(boolean driven) {
        return driven ? Activity.WORKING : Activity.LEFT;
    }
}
