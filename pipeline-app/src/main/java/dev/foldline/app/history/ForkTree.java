package dev.foldline.app.history;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry.Origin;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * A run and the runs that were forked from it.
 *
 * @param seq the event of the other run at which it was forked; none if it is no fork, or the other
 *     run is gone
 * @param forks oldest first
 */
public record ForkTree(RunDirectory run, Option<Long> seq, Vector<ForkTree> forks) {

    /** Returns the whole tree that a run is in. It reads the index of runs and no log. */
    public static ForkTree around(Runs runs, RunDirectory run) throws IOException {
        var all = Vector.<RunDirectory>empty();
        Map<String, Origin> origins = LinkedHashMap.empty();
        for (var entry : Vector.ofAll(runs.index().latestFirst()).reverse()) {
            all = all.append(entry.run());
            for (var origin : entry.origin())
                origins = origins.put(entry.run().id().text(), origin);
        }
        return of(root(run.id().text(), origins, all), all, origins);
    }

    private static String root(String run, Map<String, Origin> origins, Vector<RunDirectory> all) {
        var root = run;
        for (var above = origins.get(root);
                above.exists(origin -> isThere(origin.run(), all));
                above = origins.get(root)) root = above.get().run();
        return root;
    }

    private static boolean isThere(String run, Vector<RunDirectory> all) {
        return all.exists(each -> each.id().text().equals(run));
    }

    private static ForkTree of(String run, Vector<RunDirectory> all, Map<String, Origin> origins) {
        var directory = all.find(each -> each.id().text().equals(run)).get();
        return new ForkTree(
                directory,
                origins.get(run).map(Origin::seq),
                origins.filterValues(origin -> origin.run().equals(run))
                        .keySet()
                        .toVector()
                        .map(fork -> of(fork, all, origins)));
    }

    /** Returns where the run is; empty if its log is unreadable. */
    public Option<RunSummary> summary() throws IOException {
        try {
            return Option.of(
                    RunSummary.of(RunHistory.open(run).latest().state(), run.id().text(), false));
        } catch (UserError unreadable) {
            return Option.none();
        }
    }
}
