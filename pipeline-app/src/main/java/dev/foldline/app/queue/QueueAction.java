package dev.foldline.app.queue;

/** What a server does next for its queue. */
public sealed interface QueueAction {
    /** Reads an issue. */
    record Inspect(long issue) implements QueueAction {}

    /** Claims an issue by a comment. */
    record Claim(long issue, long labelling) implements QueueAction {}

    /** Deletes a claim that came second, or of a server that cannot start a run. */
    record Withdraw(long issue, long note) implements QueueAction {}

    /** Starts a run for a claimed issue. */
    record Start(long issue, long labelling) implements QueueAction {}

    /** Drives a run again that has lost its driver. */
    record Resume(QueueView.QueuedRun run) implements QueueAction {}

    /** Cancels a run whose issue was closed or lost its label. */
    record Stop(QueueView.QueuedRun run) implements QueueAction {}

    /** Replaces the text of the claim. */
    record Report(long issue, long note, String text) implements QueueAction {}

    /**
     * Notes that nothing remains to be done for a run that has ended.
     *
     * @param unlabels whether the label is to be taken from the issue before
     */
    record Finish(QueueView.QueuedRun run, boolean unlabels) implements QueueAction {}

    /** Waits for the next check. */
    record Rest() implements QueueAction {}
}
