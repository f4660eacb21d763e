package dev.foldline.app.queue;

import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * What a server knows of its queue.
 *
 * @param server the name of this server's clone, as its claims have it
 * @param issues the open issues with the label, oldest first
 * @param details what was read of an issue during this check
 * @param runs the runs that this clone has started for issues, oldest first
 * @param skipped issues that are left alone during this check, as something failed
 * @param isRefused whether a start was refused lately: then no issue is claimed
 */
public record QueueView(
        String server,
        Limits limits,
        Instant now,
        Vector<QueuedIssue> issues,
        Map<Long, Detail> details,
        Vector<QueuedRun> runs,
        Set<Long> skipped,
        boolean isRefused) {

    /**
     * The limits of a queue.
     *
     * @param authors whose issues are taken; if empty, everybody's
     */
    public record Limits(
            int runsAtOnce, int runsPerDay, Option<BigDecimal> usdPerDay, Vector<String> authors) {}

    /** An open issue with the label. */
    public record QueuedIssue(long number, String author) {}

    /**
     * What was read of an issue.
     *
     * @param labelling the latest time that the label was set; none if it is unknown
     * @param isTrusted whether the account that set it may write
     * @param claims the comments of Foldline that claim it, oldest first
     */
    public record Detail(
            Standing standing,
            Option<Long> labelling,
            boolean isTrusted,
            Vector<QueueClaim> claims) {

        boolean isOf(long other) {
            return standing == Standing.LABELLED && labelling.contains(other);
        }
    }

    /** Whether a run is wanted for an issue. */
    public enum Standing {
        /** It is open and has the label. */
        LABELLED,
        /** A run's pull request for it was merged or closed. */
        DELIVERED,
        /** It is closed, or has the label no more. */
        RELEASED
    }

    /**
     * A run that this clone started for an issue.
     *
     * @param labelling the time that the label was set that it was started for
     * @param report what is to be read on the issue about it
     * @param progress a number that changes when its work makes progress
     * @param isFinished whether the issue was released after its end
     */
    public record QueuedRun(
            String id,
            long issue,
            long labelling,
            Activity activity,
            Instant started,
            BigDecimal usd,
            String report,
            int progress,
            boolean isFinished) {

        /** Returns the same run, doing something else. */
        public QueuedRun with(Activity other, String text) {
            return new QueuedRun(
                    id, issue, labelling, other, started, usd, text, progress, isFinished);
        }

        /** Returns the same run, whose issue was released. */
        public QueuedRun finished() {
            return new QueuedRun(
                    id, issue, labelling, activity, started, usd, report, progress, true);
        }

        boolean isOf(long number, long time) {
            return issue == number && labelling == time;
        }
    }

    /** What a run does now. */
    public enum Activity {
        /** A driver works on it. */
        WORKING,
        /** It waits for the user or the forge. */
        WAITING,
        /** It has halted or reached its budget, and waits for the user. */
        HALTED,
        /** It could continue, but has no driver. */
        LEFT,
        ENDED
    }

    private static final Duration DAY = Duration.ofDays(1);

    /** Returns whether one more run may start now. */
    boolean hasRoom() {
        var today = runs.filter(run -> run.started().isAfter(now.minus(DAY)));
        return runs.count(QueueView::takesRoom) < limits.runsAtOnce()
                && today.size() < limits.runsPerDay()
                && limits.usdPerDay()
                        .forAll(
                                max ->
                                        today.map(QueuedRun::usd)
                                                        .fold(BigDecimal.ZERO, BigDecimal::add)
                                                        .compareTo(max)
                                                < 0);
    }

    private static boolean takesRoom(QueuedRun run) {
        return run.activity() == Activity.WORKING || run.activity() == Activity.LEFT;
    }

    boolean isFrom(QueuedIssue issue) {
        return limits.authors().isEmpty()
                || limits.authors().exists(issue.author()::equalsIgnoreCase);
    }

    /** Returns the same, in which an issue was read. */
    public QueueView reading(long issue, Detail detail) {
        return new QueueView(
                server, limits, now, issues, details.put(issue, detail), runs, skipped, isRefused);
    }

    /** Returns the same, in which an issue must be read again. */
    public QueueView forgetting(long issue) {
        return new QueueView(
                server, limits, now, issues, details.remove(issue), runs, skipped, isRefused);
    }

    /** Returns the same, in which a claim has this text. */
    public QueueView reporting(long issue, long note, String text) {
        return details.get(issue)
                .map(
                        detail ->
                                reading(
                                        issue,
                                        new Detail(
                                                detail.standing(),
                                                detail.labelling(),
                                                detail.isTrusted(),
                                                detail.claims()
                                                        .map(
                                                                claim ->
                                                                        claim.note() == note
                                                                                ? claim.with(text)
                                                                                : claim))))
                .getOrElse(this);
    }

    /** Returns the same with these runs. */
    public QueueView with(Vector<QueuedRun> others) {
        return new QueueView(server, limits, now, issues, details, others, skipped, isRefused);
    }

    /** Returns the same, in which an issue is left alone. */
    public QueueView skipping(long issue) {
        return new QueueView(
                server, limits, now, issues, details, runs, skipped.add(issue), isRefused);
    }

    /** Returns the same, in which a start was refused. */
    public QueueView refused() {
        return new QueueView(server, limits, now, issues, details, runs, skipped, true);
    }
}
