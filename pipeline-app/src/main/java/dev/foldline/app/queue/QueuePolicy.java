package dev.foldline.app.queue;

import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.Detail;
import dev.foldline.app.queue.QueueView.QueuedIssue;
import dev.foldline.app.queue.QueueView.QueuedRun;
import dev.foldline.app.queue.QueueView.Standing;

import io.vavr.control.Option;

/**
 * Decides what a server does next for its queue, from what it knows alone. Each time that a label
 * is set leads to one run at most: of the server whose claim is the oldest. A server that cannot
 * start runs withdraws its claims.
 */
public final class QueuePolicy {
    private QueuePolicy() {}

    /** Returns the next action; after each, the view is brought up to date. */
    public static QueueAction decide(QueueView view) {
        for (var run : view.runs()) for (var action : ofRun(view, run)) return action;
        if (!view.hasRoom()) return new QueueAction.Rest();
        for (var issue : view.issues()) for (var action : ofIssue(view, issue)) return action;
        return new QueueAction.Rest();
    }

    private static Option<QueueAction> ofRun(QueueView view, QueuedRun run) {
        if (run.isFinished() || view.skipped().contains(run.issue())) return Option.none();
        var known = view.details().get(run.issue());
        if (known.isEmpty()) return Option.of(new QueueAction.Inspect(run.issue()));
        var detail = known.get();
        if (!detail.isOf(run.labelling()) && isStopped(run, detail))
            return Option.of(new QueueAction.Stop(run));
        if (run.activity() == Activity.LEFT) return Option.of(new QueueAction.Resume(run));
        var claim = own(view, detail, run.labelling());
        var text = QueueClaim.text(view.server(), run.labelling(), run.report());
        if (claim.exists(each -> !each.body().equals(text)))
            return Option.of(new QueueAction.Report(run.issue(), claim.get().note(), text));
        return Option.when(
                run.activity() == Activity.ENDED,
                () -> new QueueAction.Finish(run, detail.labelling().contains(run.labelling())));
    }

    /**
     * A run whose pull request was merged or closed ends by itself, unless it waits for the user.
     */
    private static boolean isStopped(QueuedRun run, Detail detail) {
        return detail.standing() == Standing.DELIVERED
                ? run.activity() == Activity.HALTED
                : run.activity() != Activity.ENDED;
    }

    private static Option<QueueAction> ofIssue(QueueView view, QueuedIssue issue) {
        long number = issue.number();
        if (view.skipped().contains(number) || !view.isFrom(issue)) return Option.none();
        var known = view.details().get(number);
        if (known.isEmpty()) return Option.of(new QueueAction.Inspect(number));
        var detail = known.get();
        if (detail.standing() != Standing.LABELLED
                || detail.labelling().isEmpty()
                || !detail.isTrusted()) return Option.none();
        long labelling = detail.labelling().get();
        if (view.runs().exists(run -> run.isOf(number, labelling))) return Option.none();
        var claims = detail.claims().filter(claim -> claim.labelling() == labelling);
        if (view.isRefused())
            return own(view, detail, labelling)
                    .map(claim -> new QueueAction.Withdraw(number, claim.note()));
        if (claims.isEmpty()) return Option.of(new QueueAction.Claim(number, labelling));
        var second = claims.tail().filter(claim -> claim.server().equals(view.server()));
        if (second.nonEmpty())
            return Option.of(new QueueAction.Withdraw(number, second.head().note()));
        return Option.when(
                claims.head().server().equals(view.server()),
                () -> new QueueAction.Start(number, labelling));
    }

    private static Option<QueueClaim> own(QueueView view, Detail detail, long labelling) {
        return detail.claims()
                .find(
                        claim ->
                                claim.labelling() == labelling
                                        && claim.server().equals(view.server()));
    }
}
