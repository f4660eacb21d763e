package dev.foldline.effects.environment;

import dev.foldline.core.effect.GitEffect.ObserveWork;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.Remark;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.CommitInfo;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** Reads a terminal's own commits and the status they report. */
record CommitObserver(RunContext run) {
    private static final int COMMITS_MAX = 200;

    /** A message of the terminal, and its metadata. */
    private record Said(String message, CommitMetadata metadata) {}

    /**
     * The latest status counts. An agent that exits without reporting a status has completed its
     * work.
     */
    Event observe(long ticket, ObserveWork effect) throws IOException {
        var head = run.git().head().commit();
        var commits = between(effect.from(), head);
        var said = statements(commits, effect.worker());
        return new WorkObserved(
                ticket,
                Option.of(head),
                run.git().workTree(run.exclusions(effect.protectedPaths())),
                commits.map(this::redacted),
                said.map(each -> each.metadata().label()).getOrElse(WorkObserved.COMPLETED),
                said.flatMap(each -> each.metadata().remark(each.message()))
                        .orElse(() -> effect.worker().flatMap(by -> unread(commits, by)))
                        .map(this::redacted));
    }

    /**
     * Returns the latest of its own commits with incomplete metadata. Missing metadata is not
     * guessed.
     */
    private static Option<Remark> unread(Vector<CommitInfo> commits, TerminalAgent by) {
        return commits.filter(commit -> CommitMetadata.lacks(by, commit.message()).nonEmpty())
                .lastOption()
                .map(
                        commit ->
                                new Remark(
                                        Option.none(),
                                        "the metadata of its commit "
                                                + commit.hash().substring(0, 7)
                                                + " is passed over: it lacks "
                                                + CommitMetadata.lacks(by, commit.message())
                                                        .mkString(", ")));
    }

    /** Returns whether a commit on the run's branch after this one reports the worker's status. */
    boolean hasSpoken(Option<TerminalAgent> worker, String from) throws IOException {
        return statements(between(Option.of(from), run.git().head().commit()), worker).isDefined();
    }

    /** Returns the commits, oldest first. */
    private Vector<CommitInfo> between(Option<String> from, String head) throws IOException {
        return from.isEmpty() || from.contains(head)
                ? Vector.empty()
                : Vector.ofAll(run.git().log(from.get(), head, COMMITS_MAX)).reverse();
    }

    private static Option<Said> statements(
            Vector<CommitInfo> commits, Option<TerminalAgent> worker) {
        return commits.flatMap(
                        commit ->
                                CommitMetadata.parse(commit.message(), JsonValues::read)
                                        .toOption()
                                        .filter(each -> worker.contains(each.worker()))
                                        .map(metadata -> new Said(commit.message(), metadata)))
                .lastOption();
    }

    private Commit redacted(CommitInfo commit) {
        return new Commit(commit.hash(), commit.tree(), run.redaction().text(commit.subject()));
    }

    private Remark redacted(Remark remark) {
        return new Remark(remark.terminal(), run.redaction().text(remark.text()));
    }
}
