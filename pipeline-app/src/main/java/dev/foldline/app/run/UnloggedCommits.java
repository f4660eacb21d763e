package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commits on the branch of a run that its log does not know of, since it was cut back.
 *
 * @param branch the branch of the run
 * @param base the last commit that it knows of
 * @param commits the oldest first
 */
public record UnloggedCommits(String branch, String base, List<CommitInfo> commits) {
    private static final int COMMITS_MAX = 1000;
    private static final int COMMITS_SHOWN_MAX = 8;

    public UnloggedCommits {
        commits = List.copyOf(commits);
    }

    /** Those of a run that stands like this; nothing if there are none, or if it has no branch. */
    public static Optional<UnloggedCommits> of(
            Workspace here, RunDirectory run, PipelineState state) throws IOException {
        var repository = state.ledger().repository();
        if (repository.branch().isEmpty()) return ofUnopened(here, run, state);
        var known = repository.head().orElse(repository.base());
        if (known.isEmpty() || here.git().resolve(known.get() + "^{commit}").isEmpty())
            return Optional.empty();
        if (!(here.git().branch(repository.branch().get())
                instanceof BranchOutcome.State.At(var tip, _))) return Optional.empty();
        var commits = here.git().log(known.get(), tip, COMMITS_MAX).reversed();
        // The next driver reconciles a commit that was in progress.
        var running = run.id() + ":" + state.header().ticket();
        boolean isAwaited =
                !state.isFree()
                        && !commits.isEmpty()
                        && commits.getFirst().ticket().equals(Optional.of(running));
        var unlogged = isAwaited ? commits.subList(1, commits.size()) : commits;
        var base = isAwaited ? commits.getFirst().hash() : known.get();
        return unlogged.isEmpty()
                ? Optional.empty()
                : Optional.of(new UnloggedCommits(repository.branch().get(), base, unlogged));
    }

    /**
     * Those of a run whose log does not even know any more that its branch was opened: from its
     * first commit on.
     */
    private static Optional<UnloggedCommits> ofUnopened(
            Workspace here, RunDirectory run, PipelineState state) throws IOException {
        if (!(state.policy().branching() instanceof Branching.NewBranch(var name, _))
                || !(here.git().branch(name) instanceof BranchOutcome.State.At(var tip, _)))
            return Optional.empty();
        var first = Optional.<CommitInfo>empty();
        var next = Optional.of(tip);
        for (int seen = 0; seen < COMMITS_MAX && next.isPresent(); seen++) {
            var commit = here.git().commit(next.get());
            if (isLater(commit, run, state)) first = Optional.of(commit);
            next = commit.parents().stream().findFirst();
        }
        if (first.isEmpty() || first.get().parents().isEmpty()) return Optional.empty();
        var base = first.get().parents().getFirst();
        return Optional.of(
                new UnloggedCommits(name, base, here.git().log(base, tip, COMMITS_MAX).reversed()));
    }

    /**
     * Refuses to drive a run whose own commits its log does not know of: it would do their work
     * again, or end without counting them. Commits of others are built upon.
     *
     * @throws UserError if the branch has commits of the run that come after what the log knows
     */
    static void refuse(Workspace place, RunDirectory run, PipelineState state) throws IOException {
        var found = of(place, run, state);
        if (found.isEmpty()) return;
        var unlogged = found.get();
        if (unlogged.commits.stream().noneMatch(commit -> isLater(commit, run, state))) return;
        var shown =
                unlogged.commits.stream()
                        .limit(COMMITS_SHOWN_MAX)
                        .map(
                                commit ->
                                        ValueFormatter.hash(commit.hash())
                                                + " "
                                                + Printable.line(commit.subject()))
                        .collect(Collectors.joining(", "));
        var more =
                unlogged.commits.size() > COMMITS_SHOWN_MAX
                        ? ", and " + (unlogged.commits.size() - COMMITS_SHOWN_MAX) + " more"
                        : "";
        throw new UserError(
                "the branch "
                        + unlogged.branch
                        + " has commits that are not in the log of run "
                        + run.id()
                        + ": "
                        + shown
                        + more,
                place.root().toString(),
                String.join(" && ", unlogged.remedies(place, run, state)),
                ExitCode.FAILED);
    }

    /** Whether the commit was made by a later step of the run than the log has started. */
    private static boolean isLater(CommitInfo commit, RunDirectory run, PipelineState state) {
        var own = run.id() + ":";
        long next = state.isFree() ? state.header().ticket() : state.header().ticket() + 1;
        return commit.ticket()
                .filter(ticket -> ticket.startsWith(own))
                .map(ticket -> ticket.substring(own.length()))
                .filter(number -> number.matches("\\d{1,18}"))
                .filter(number -> Long.parseLong(number) >= next)
                .isPresent();
    }

    /**
     * What makes them uncommitted work again, in the working tree of the run, and continues the run
     * so that it commits that work. A run that has not opened its branch would keep out of its
     * commits what is uncommitted then: its branch gets another name, and it starts again where it
     * started.
     */
    public List<String> remedies(Workspace here, RunDirectory run, PipelineState state)
            throws IOException {
        var root = RunLocation.remembered(run);
        var git = "git" + root.map(tree -> " -C " + ShellWord.of(tree.toString())).orElse("");
        boolean isElsewhere =
                root.filter(tree -> !tree.equals(here.root())).isEmpty()
                        && !here.git().head().branch().equals(Optional.of(branch));
        var continued =
                RunSummary.of(state, run.id().text(), false).next().stream()
                        .limit(1)
                        .map(
                                command ->
                                        state.slots().recovery() instanceof Recovery.Halted
                                                ? command + " --as-it-is"
                                                : command);
        if (state.ledger().repository().branch().isEmpty())
            return Stream.concat(
                            Stream.of(
                                    git + " switch --detach " + base,
                                    git
                                            + " branch -m "
                                            + ShellWord.of(branch)
                                            + " "
                                            + ShellWord.of(branch + "-of-" + run.id())),
                            continued)
                    .toList();
        return Stream.concat(
                        isElsewhere
                                ? Stream.of(git + " switch " + ShellWord.of(branch))
                                : Stream.<String>empty(),
                        Stream.concat(Stream.of(git + " reset --soft " + base), continued))
                .toList();
    }
}
