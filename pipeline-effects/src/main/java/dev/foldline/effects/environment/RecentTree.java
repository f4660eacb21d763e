package dev.foldline.effects.environment;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.TreeState;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * The last state read of a run's working tree, for a read that follows at once: both count as made
 * at the time of the first. It is forgotten before each effect that can change the tree, and after
 * each wait. The tree of a commit that ran no hook counts as read at its end.
 */
final class RecentTree implements CheckHandler.Trees, GitHandler.TreeReader {
    private final RunContext run;
    private Option<Read> last = Option.none();

    /**
     * A tree without the protected paths, while this commit was checked out.
     *
     * @param state what else was read with it; none if the tree follows from a commit
     * @param ticket the effect whose outcome is still to come, if it was read at its end
     */
    private record Read(
            Vector<String> kept,
            String commit,
            String tree,
            Option<TreeState> state,
            Option<Long> ticket) {}

    RecentTree(RunContext run) {
        this.run = run;
    }

    synchronized void forget() {
        last = Option.none();
    }

    /**
     * Forgets the state unless the effect only reads it. A call and a check read it by {@link
     * #take}, a commit by {@link #takeRecent}.
     */
    void before(ExternalEffect effect) {
        if (!(effect instanceof InspectTree
                || effect instanceof InvokeAgent
                || effect instanceof RunCheck
                || effect instanceof CommitWork)) forget();
    }

    /** Forgets the state unless the input reports that it was read. */
    synchronized void after(DriverInput input) {
        boolean isRead =
                input instanceof DriverInput.Reported(var event)
                        && (event instanceof TreeInspected
                                || event instanceof BranchOpened
                                || event instanceof Event.Answer answer
                                        && last.flatMap(Read::ticket).contains(answer.ticket()));
        if (!isRead) forget();
    }

    /** Returns the tree at the end of an effect, and keeps it for the effect that follows it. */
    @Override
    public synchronized String readAfter(long ticket, Vector<String> kept) throws IOException {
        forget();
        var state = read(kept);
        last =
                last.map(
                        read ->
                                new Read(
                                        read.kept(),
                                        read.commit(),
                                        state.tree(),
                                        Option.of(state),
                                        Option.of(ticket)));
        return state.tree();
    }

    /**
     * Keeps the tree of a commit for the call or check that follows it. A commit changes no file if
     * no hook runs. What is uncommitted is read again.
     */
    @Override
    public synchronized void committed(Vector<String> kept, WorkCommitted made) {
        last =
                Option.some(
                        new Read(
                                kept,
                                made.commit(),
                                made.tree(),
                                Option.none(),
                                Option.of(made.ticket())));
    }

    /** Returns the state, and keeps it for the next reader. */
    @Override
    public synchronized TreeState read(Vector<String> kept) throws IOException {
        var commit = run.git().head().commit();
        var recent = recent(kept, commit).flatMap(Read::state);
        if (recent.isDefined()) return recent.get();
        var state = run.git().treeState(run.exclusions(kept));
        last = Option.some(new Read(kept, commit, state.tree(), Option.of(state), Option.none()));
        return state;
    }

    /** Returns the tree for a caller that can change it afterwards, and forgets it. */
    @Override
    public synchronized String take(Vector<String> kept) throws IOException {
        var recent = recent(kept, run.git().head().commit());
        forget();
        return recent.isDefined() ? recent.get().tree() : run.git().workTree(run.exclusions(kept));
    }

    /** Returns none if git cannot read the tree because of a file that an agent may fix. */
    Option<String> takeIfReadable(Vector<String> kept) throws IOException {
        try {
            return Option.of(take(kept));
        } catch (GitFault unreadable) {
            if (unreadable.kind() != GitFault.Kind.COMMAND_FAILED
                    || FaultMapper.of(unreadable).kind() != Fault.Kind.GIT) throw unreadable;
            return Option.none();
        }
    }

    @Override
    public synchronized Option<String> takeRecent(Vector<String> kept) throws IOException {
        var recent = recent(kept, run.git().head().commit());
        forget();
        return recent.map(Read::tree);
    }

    private Option<Read> recent(Vector<String> kept, String commit) {
        return last.filter(read -> read.kept().equals(kept) && read.commit().equals(commit));
    }
}
