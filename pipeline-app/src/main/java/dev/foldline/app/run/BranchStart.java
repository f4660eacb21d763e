package dev.foldline.app.run;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Where a run's new branch begins: the base that was named, else the commit that is checked out,
 * or, if that is on the branch of a run before, the branch which that one began from.
 *
 * @param name as it was written, or of the branch
 * @param isOfRun whether it is where a run before began
 */
public record BranchStart(String name, String commit, boolean isOfRun) {
    private static final String BRANCHES = "foldline/";
    private static final int STACKED_MAX = 100;

    /**
     * @param stacks whether the branch of a run before is built upon
     * @throws UserError if a base was named and is none here, or a rebase has nothing to go onto
     */
    public static BranchStart of(Workspace workspace, Configuration configuration, boolean stacks)
            throws IOException {
        var course = configuration.settings().course();
        var base = workspace.git().baseBranch(course.base());
        if (course.base().isPresent() && base.isEmpty())
            throw new UserError(
                    "the base " + course.base().get() + " names no commit here",
                    configuration.report().origin("base").describe(),
                    "name a local branch, tag or commit; if it is only on a remote: git fetch",
                    ExitCode.USAGE);
        if (course.base().isPresent()) ambiguous(workspace, configuration, course.base().get());
        if (base.isEmpty() && !course.rebase().isEmpty())
            throw new UserError(
                    "no base to rebase onto: neither origin's HEAD nor main nor master",
                    configuration.report().origin("rebase").describe(),
                    "name it: --base REV, or base: in foldline.yaml",
                    ExitCode.USAGE);
        if (course.base().isPresent())
            return new BranchStart(course.base().get(), base.get().commit(), false);
        var head = workspace.git().head();
        var before = stacks ? Optional.<BranchStart>empty() : ofRunOn(workspace, head.branch());
        return before.orElse(
                new BranchStart(head.branch().orElse("detached"), head.commit(), false));
    }

    /** Git takes the tag of two refs with the same name, and only warns. */
    private static void ambiguous(Workspace workspace, Configuration configuration, String base)
            throws IOException {
        var branch = workspace.git().resolve("refs/heads/" + base);
        var tag = workspace.git().resolve("refs/tags/" + base);
        if (branch.isEmpty() || tag.isEmpty() || branch.equals(tag)) return;
        throw new UserError(
                "the base "
                        + base
                        + " is both a branch, at "
                        + branch.get().substring(0, 7)
                        + ", and a tag, at "
                        + tag.get().substring(0, 7),
                configuration.report().origin("base").describe(),
                "name one: refs/heads/" + base + " or refs/tags/" + base,
                ExitCode.USAGE);
    }

    /**
     * Where the run began whose branch this is; empty if it is no run's, or that branch is gone.
     */
    private static Optional<BranchStart> ofRunOn(Workspace workspace, Optional<String> branch)
            throws IOException {
        var name = branch;
        for (int i = 0;
                i < STACKED_MAX && name.filter(each -> each.startsWith(BRANCHES)).isPresent();
                i++) {
            var from = startOf(workspace, name.get());
            if (from.isEmpty()) break;
            name = from;
        }
        if (name.equals(branch)) return Optional.empty();
        return workspace
                .git()
                .baseBranch(name)
                .map(base -> new BranchStart(base.name(), base.commit(), true));
    }

    private static Optional<String> startOf(Workspace workspace, String branch) throws IOException {
        for (var run : workspace.runs().newestFirst()) {
            if (RunLocation.mayBeOn(branch, run) && isOn(branch, run)) {
                return RunLocation.start(run);
            }
        }
        return Optional.empty();
    }

    private static boolean isOn(String branch, RunDirectory run) throws IOException {
        if (!Files.exists(run.events())) return false;
        try {
            var state = RunHistory.open(run).latest().state();
            return !(state.policy().branching() instanceof Branching.Stay)
                    && state.ledger().repository().branch().contains(branch);
        } catch (UserError damaged) {
            UnfinishedBranches.refuseDamaged(branch, run);
            return false;
        }
    }

    /** What later runs that find this one's branch checked out begin from. */
    void remember(RunLog log) throws IOException {
        RunLocation.rememberStart(
                log.directory(),
                name,
                switch (log.state().policy().branching()) {
                    case Branching.NewBranch made -> made.name();
                    case Branching.OwnTree made -> made.name();
                    case Branching.Titled _, Branching.Stay _ -> "";
                });
    }
}
