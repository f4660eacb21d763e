package dev.foldline.effects.world;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.Inline;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A run's turn among those of this process that merge into the same branch, from where its merge is made to where it has landed: what
 * another one makes meanwhile would be overtaken, and made in vain. Who came first comes first. Nothing relies on it: whether the
 * target has moved is looked at when a merge lands.
 */
final class MergeTurn {
    private static final Map<Target, Queue> QUEUES = new ConcurrentHashMap<>();

    private final Path repository;
    private final Runnable called;
    private Optional<Queue> joined = Optional.empty();

    /**
     * @param repository what all its working trees share
     * @param called told when its turn has come that it had to wait for
     */
    MergeTurn(Path repository, Runnable called) {
        this.repository = repository;
        this.called = called;
    }

    /** What is merged into; nothing is said of the base. */
    private record Target(Path repository, String branch) {}

    /** Those who merge into one branch; the first of them is at it. */
    private record Queue(Deque<MergeTurn> turns) {
        synchronized boolean joinedBy(MergeTurn turn) {
            if (!turns.contains(turn)) turns.add(turn);
            return turns.peek() == turn;
        }

        /** Whose turn has come by that. */
        synchronized Optional<MergeTurn> leftBy(MergeTurn turn) {
            boolean wasFirst = turns.peek() == turn;
            turns.remove(turn);
            return wasFirst ? Optional.ofNullable(turns.peek()) : Optional.empty();
        }
    }

    /** Whether the run may go on with this: a merge waits for its turn, which is left by all that does not bring one to its end. */
    boolean mayBegin(Effect next) {
        if (next instanceof PrepareMerge merge) return hasCome(new Target(repository, merge.target().getOrElse("")));
        boolean bringsToEnd = next instanceof RunCheck || next instanceof LandMerge || next instanceof Await || next instanceof Inline;
        if (!bringsToEnd) leave();
        return true;
    }

    private boolean hasCome(Target target) {
        var queue = QUEUES.computeIfAbsent(target, _ -> new Queue(new ArrayDeque<>()));
        if (!joined.equals(Optional.of(queue))) leave();
        joined = Optional.of(queue);
        return queue.joinedBy(this);
    }

    /** Lets the next one go on. */
    void leave() {
        var next = joined.flatMap(queue -> queue.leftBy(this));
        joined = Optional.empty();
        next.ifPresent(turn -> turn.called.run());
    }
}
