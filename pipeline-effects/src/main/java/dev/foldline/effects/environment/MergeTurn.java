package dev.foldline.effects.environment;

import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.effect.LocalEffect;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A queue for runs of this process that merge into the same branch, from preparing the merge to
 * landing it. A merge that another run prepares in the meantime would be overtaken. The order is
 * first come, first served. Correctness does not depend on it: landing checks whether the target
 * has moved.
 */
final class MergeTurn {
    /**
     * The queue of each target; the first run in it has the turn. The map is its own lock, and runs
     * that leave are removed.
     */
    private static final Map<Target, Vector<MergeTurn>> QUEUES = new HashMap<>();

    private final Path repository;
    private final String run;
    private final Listener listener;
    private Option<Target> joined = Option.none();

    /**
     * Callbacks of the queue.
     *
     * @param called the awaited turn has come
     * @param waiting called once with the runs ahead, if the run must wait
     */
    record Listener(Runnable called, Consumer<String> waiting) {}

    /**
     * @param repository the folder shared by all its working trees
     * @param run the run of this turn
     */
    MergeTurn(Path repository, String run, Listener reported) {
        this.repository = repository;
        this.run = run;
        this.listener = reported;
    }

    /** The target of a merge; an empty branch is the base. */
    private record Target(Path repository, String branch) {}

    /**
     * Returns whether the next effect may start. Preparing a merge that is to land waits for its
     * turn; any effect that does not lead to landing gives the turn up.
     */
    boolean mayBegin(Effect next) {
        if (next instanceof PrepareMerge merge && !merge.taking().contains(Taking.MARKED))
            return hasCome(new Target(repository, merge.target().getOrElse("")));
        boolean bringsToEnd =
                next instanceof RunCheck
                        || next instanceof ChangeEffect
                        || next instanceof LandMerge
                        || next instanceof Await
                        || next instanceof LocalEffect;
        if (!bringsToEnd) leave();
        return true;
    }

    private boolean hasCome(Target target) {
        boolean isNew = !joined.contains(target);
        if (isNew) leave();
        joined = Option.of(target);
        var first = joined(target);
        if (isNew && first != this)
            listener.waiting()
                    .accept("waits until " + first.run + " has merged into " + target.branch());
        return first == this;
    }

    /** Joins the queue and returns the turn at its head. */
    private MergeTurn joined(Target target) {
        synchronized (QUEUES) {
            var standing = QUEUES.getOrDefault(target, Vector.empty());
            var all = standing.contains(this) ? standing : standing.append(this);
            QUEUES.put(target, all);
            return all.head();
        }
    }

    /** Lets the next run continue. */
    void leave() {
        var next = joined.flatMap(this::left);
        joined = Option.none();
        next.forEach(turn -> turn.listener.called().run());
    }

    /** Leaves the queue and returns the turn that comes next. */
    private Option<MergeTurn> left(Target target) {
        synchronized (QUEUES) {
            var standing = QUEUES.getOrDefault(target, Vector.empty());
            var rest = standing.remove(this);
            if (rest.isEmpty()) QUEUES.remove(target);
            else QUEUES.put(target, rest);
            return standing.headOption().contains(this) ? rest.headOption() : Option.none();
        }
    }

    /** Returns the number of targets with a queue. */
    static int queues() {
        synchronized (QUEUES) {
            return QUEUES.size();
        }
    }
}
