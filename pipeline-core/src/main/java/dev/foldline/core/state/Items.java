package dev.foldline.core.state;

import io.vavr.Tuple;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Stream;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/**
 * The run's lists of work items.
 *
 * @param children the runs started for items, in order of their first report
 * @param verified the tree when the last item was completed; none if it is unknown
 */
public record Items(
        Map<String, Vector<Item>> lists, Vector<Child> children, Option<String> verified) {

    public static final Items NONE =
            new Items(LinkedHashMap.empty(), Vector.empty(), Option.none());

    /**
     * A run that was started for an item. A later run of the same item replaces it.
     *
     * @param spawnTicket ticket of its start
     * @param run id of the child run
     * @param latest its latest report; none, as in older logs, if it has not reported anything
     * @param end how it ended; none while it runs
     * @param branch the branch of its work; none if the item names it
     */
    public record Child(
            String list,
            String item,
            long spawnTicket,
            String run,
            Option<LatestReport> latest,
            Option<ChildReport> end,
            Option<String> branch) {

        /** A child without a report, whose item names its branch. */
        public Child(String list, String item, long spawnTicket, String run) {
            this(list, item, spawnTicket, run, Option.none());
        }

        /** A child without a report. */
        public Child(
                String list, String item, long spawnTicket, String run, Option<String> branch) {
            this(list, item, spawnTicket, run, Option.none(), Option.none(), branch);
        }

        Child startedAs(Child started) {
            return new Child(list, item, spawnTicket, started.run, latest, end, started.branch);
        }

        /** Returns a copy with a later report. */
        public Child reporting(LatestReport report) {
            return new Child(list, item, spawnTicket, run, Option.of(report), end, branch);
        }

        Child ended(ChildReport report) {
            return new Child(list, item, spawnTicket, run, latest, Option.of(report), branch);
        }

        /** Returns whether it has ended with its work done. */
        public boolean isCompleted() {
            return end.exists(report -> report.status() == ChildReport.Status.COMPLETED);
        }

        /** Returns its reported status. */
        public Option<TaskReport> report() {
            return latest.map(LatestReport::report);
        }
    }

    /**
     * A child's report.
     *
     * @param seq sequence number of the event in the child's log after which the report holds;
     *     later reports have higher numbers
     */
    public record LatestReport(long seq, TaskReport report) {}

    public Vector<Item> list(String name) {
        return lists.get(name).getOrElse(Vector.empty());
    }

    /**
     * Replaces the list with its done items followed by the new ones, at most {@code max} in all.
     */
    public Items planned(String name, Vector<Item> fresh, int max) {
        var done = list(name).filter(item -> item.status() instanceof Item.Done);
        return new Items(lists.put(name, done.appendAll(fresh).take(max)), children, verified);
    }

    /** Appends items, so that they come last in each list. */
    public Items added(AddedItems added) {
        return new Items(
                lists.merge(added.lists(), (before, more) -> before.appendAll(more)),
                children,
                verified);
    }

    /** Returns the ids of done items. */
    public Vector<String> done(String name) {
        return list(name).filter(item -> item.status() instanceof Item.Done).map(Item::id);
    }

    public Items with(String name, int index, Item.Status status) {
        var items = list(name);
        return index >= items.size()
                ? this
                : new Items(
                        lists.put(name, items.update(index, item -> item.with(status))),
                        children,
                        verified);
    }

    /** Returns a copy with the tree at the completion of the last item. */
    public Items verified(Option<String> tree) {
        return new Items(lists, children, tree);
    }

    /** Records that a run started for an item. Its first report may arrive before this event. */
    public Items spawned(Child child) {
        return with(
                child(child.spawnTicket()).map(known -> known.startedAs(child)).getOrElse(child));
    }

    /** Adds or updates a child run. */
    public Items with(Child child) {
        int known = children.indexWhere(each -> each.spawnTicket() == child.spawnTicket());
        return new Items(
                lists,
                known < 0 ? children.append(child) : children.update(known, child),
                verified);
    }

    /** Records how a child run ended. Its end may arrive before the event of its start. */
    public Items ended(String list, String item, long spawnTicket, ChildReport report) {
        return with(
                child(spawnTicket)
                        .getOrElse(() -> new Child(list, item, spawnTicket, ""))
                        .ended(report));
    }

    /** Returns a copy with each item changed by the function. */
    public Items map(UnaryOperator<Item> change) {
        return new Items(lists.mapValues(list -> list.map(change)), children, verified);
    }

    /** Returns a copy without run ids and tickets, to compare runs whose tickets differ. */
    public Items unnumbered() {
        return new Items(
                lists,
                children.map(
                        child ->
                                new Child(
                                        child.list(),
                                        child.item(),
                                        0,
                                        "",
                                        child.latest()
                                                .map(
                                                        received ->
                                                                new LatestReport(
                                                                        0, received.report())),
                                        child.end().map(ChildReport::unmetered),
                                        Option.none())),
                verified);
    }

    /** Returns the run that was started with this ticket. */
    public Option<Child> child(long spawnTicket) {
        return children.findLast(each -> each.spawnTicket() == spawnTicket);
    }

    /** Returns whether the run with this ticket works on an item. */
    public boolean isRunning(String list, String item, long spawnTicket) {
        return list(list)
                .exists(
                        each ->
                                each.id().equals(item)
                                        && each.status().equals(new Item.Running(spawnTicket)));
    }

    /**
     * Returns the latest reported status of each item's run, by item. Runs without a report are
     * absent.
     */
    public Map<String, TaskReport> reports(String name) {
        var latest =
                HashMap.ofEntries(
                        children.filter(child -> child.list().equals(name))
                                .map(child -> Tuple.of(child.item(), child)));
        return list(name)
                .foldLeft(
                        HashMap.empty(),
                        (all, item) ->
                                latest.get(item.id())
                                        .filter(child -> item.status().isOf(child.spawnTicket()))
                                        .flatMap(Child::report)
                                        .map(report -> all.put(item.id(), report))
                                        .getOrElse(all));
    }

    /** Returns the latest run for the item of this name, in any list. */
    public Option<Child> child(String item) {
        return children.findLast(each -> each.item().equals(item));
    }

    /**
     * Returns the branch of an item's work: its own branch, or that of its latest run if several
     * were started. The work of an item without its own branch is on that of its latest run.
     */
    public Option<String> branch(Item item) {
        return item.branch().isEmpty()
                ? childBranch(item)
                : branch(item, children.count(each -> each.item().equals(item.id())));
    }

    /** Returns the branch of the latest run for an item that has no branch of its own. */
    public Option<String> childBranch(Item item) {
        return item.branch().isDefined() ? Option.none() : child(item.id()).flatMap(Child::branch);
    }

    /** Returns the ids of the items whose latest run has completed. */
    public Vector<String> completed() {
        return children.map(Child::item)
                .distinct()
                .filter(item -> child(item).exists(Child::isCompleted));
    }

    /**
     * Returns the branch of an item's n-th run. The work of earlier runs remains on their branches.
     *
     * @param n from 1; 0 if no run was started
     */
    public Option<String> branch(Item item, int n) {
        var taken = lists.values().flatMap(list -> list).flatMap(Item::branch).toSet();
        return n < 2
                ? item.branch()
                : item.branch()
                        .map(
                                name ->
                                        Stream.from(2)
                                                .map(number -> name + "-" + number)
                                                .reject(taken::contains)
                                                .drop(n - 2)
                                                .head());
    }

    /** Returns the latest run that was started for an item. */
    public Option<Child> child(String list, String item) {
        return children.findLast(each -> each.list().equals(list) && each.item().equals(item));
    }
}
