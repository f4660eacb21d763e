package dev.foldline.effects.world;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.effect.Inline;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A run's turn among those of this process that merge into the same branch, from where its merge is made to where it has landed: what
 * another one makes meanwhile would be overtaken, and made in vain. Who came first comes first. Nothing relies on it: whether the
 * target has moved is looked at when a merge lands.
 */
final class MergeTurn {
    /** Those who merge into one branch; the first of them is at it. Guarded by itself; of who has left nothing stays. */
    private static final Map<Target, Vector<MergeTurn>> QUEUES = new HashMap<>();

    private final Path repository;
    private final String run;
    private final Told told;
    private Option<Target> joined = Option.none();

    /**
     * Whoever is told.
     *
     * @param called when the turn has come that had to be waited for
     * @param waiting once, when it has to be waited for, of whom
     */
    record Told(Runnable called, Consumer<String> waiting) {}

    /**
     * @param repository what all its working trees share
     * @param run whose turn it is
     */
    MergeTurn(Path repository, String run, Told told) {
        this.repository = repository;
        this.run = run;
        this.told = told;
    }

    /** What is merged into; nothing is said of the base. */
    private record Target(Path repository, String branch) {}

    /** Whether the run may go on with this: a merge that is to land waits for its turn, which is left by all that does not bring one to its end. */
    boolean mayBegin(Effect next) {
        if (next instanceof PrepareMerge merge && !merge.taking().contains(Taking.MARKED)) return hasCome(new Target(repository, merge.target().getOrElse("")));
        boolean bringsToEnd = next instanceof RunCheck || next instanceof LandMerge || next instanceof Await || next instanceof Inline;
        if (!bringsToEnd) leave();
        return true;
    }

    private boolean hasCome(Target target) {
        boolean isNew = !joined.contains(target);
        if (isNew) leave();
        joined = Option.of(target);
        var first = joined(target);
        if (isNew && first != this) told.waiting().accept("waits until " + first.run + " has merged into " + target.branch());
        return first == this;
    }

    /** Whose turn it is, when this one stands there too. */
    private MergeTurn joined(Target target) {
        synchronized (QUEUES) {
            var standing = QUEUES.getOrDefault(target, Vector.empty());
            var all = standing.contains(this) ? standing : standing.append(this);
            QUEUES.put(target, all);
            return all.head();
        }
    }

    /** Lets the next one go on. */
    void leave() {
        var next = joined.flatMap(this::left);
        joined = Option.none();
        next.forEach(turn -> turn.told.called().run());
    }

    /** Whose turn has come by that. */
    private Option<MergeTurn> left(Target target) {
        synchronized (QUEUES) {
            var standing = QUEUES.getOrDefault(target, Vector.empty());
            var rest = standing.remove(this);
            if (rest.isEmpty()) QUEUES.remove(target);
            else QUEUES.put(target, rest);
            return standing.headOption().contains(this) ? rest.headOption() : Option.none();
        }
    }

    /** How many branches are merged into now. */
    static int queues() {
        synchronized (QUEUES) {
            return QUEUES.size();
        }
    }
}
