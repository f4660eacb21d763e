package dev.foldline.core.state;

import dev.foldline.core.projection.runtime.Report;
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
 * @param children the runs that were started for items, the one that was heard of first before the others
 */
public record Items(Map<String, Vector<Item>> lists, Vector<Child> children) {

    public static final Items NONE = new Items(LinkedHashMap.empty(), Vector.empty());

    /**
     * A run that was started for an item. A later one of the same item takes its place.
     *
     * @param spawnTicket of its start
     * @param run its id
     * @param heard what it has told last; none, as in older logs, if it has told nothing
     */
    public record Child(String list, String item, long spawnTicket, String run, Option<Heard> heard) {

        /** Of which nothing more was heard. */
        public Child(String list, String item, long spawnTicket, String run) { this(list, item, spawnTicket, run, Option.none()); }

        /** How it says that it stands. */
        public Option<Report> report() { return heard.map(Heard::report); }
    }

    /**
     * What a child told.
     *
     * @param seq of the event in its own log after which it stands so; what it tells later has a higher one
     */
    public record Heard(long seq, Report report) {}

    public Vector<Item> list(String name) { return lists.get(name).getOrElse(Vector.empty()); }

    /** The list becomes its done items followed by the new ones, {@code max} in all. */
    public Items planned(String name, Vector<Item> fresh, int max) {
        var done = list(name).filter(item -> item.status() instanceof Item.Done);
        return new Items(lists.put(name, done.appendAll(fresh).take(max)), children);
    }

    /** Ids of those that are done. */
    public Vector<String> done(String name) {
        return list(name).filter(item -> item.status() instanceof Item.Done).map(Item::id);
    }

    public Items with(String name, int index, Item.Status status) {
        var items = list(name);
        return index >= items.size() ? this
                : new Items(lists.put(name, items.update(index, item -> item.with(status))), children);
    }

    /** A run has begun for an item; it may have told something before this is heard. */
    public Items spawned(Child child) { return child(child.spawnTicket()).isDefined() ? this : with(child); }

    /** What is known now of a run that was started for an item. */
    public Items with(Child child) {
        int known = children.indexWhere(each -> each.spawnTicket() == child.spawnTicket());
        return new Items(lists, known < 0 ? children.append(child) : children.update(known, child));
    }

    /** The same lists and children, each item changed so. */
    public Items map(UnaryOperator<Item> change) { return new Items(lists.mapValues(list -> list.map(change)), children); }

    /** The same without what names and numbers its children: for comparing runs that differ in their tickets. */
    public Items unnumbered() {
        return new Items(lists, children.map(child -> new Child(child.list(), child.item(), 0, "", child.heard().map(heard -> new Heard(0, heard.report())))));
    }

    /** The run that was started with this ticket. */
    public Option<Child> child(long spawnTicket) { return children.findLast(each -> each.spawnTicket() == spawnTicket); }

    /** Whether the run with this ticket works on an item. */
    public boolean isRunning(String list, String item, long spawnTicket) {
        return list(list).exists(each -> each.id().equals(item) && each.status().equals(new Item.Running(spawnTicket)));
    }

    /** How the runs that work on the items of a list, or did last, say that they stand, by item; without those of which nothing was heard. */
    public Map<String, Report> reports(String name) {
        var latest = HashMap.ofEntries(children.filter(child -> child.list().equals(name)).map(child -> Tuple.of(child.item(), child)));
        return list(name).foldLeft(HashMap.empty(), (all, item) -> latest.get(item.id()).filter(child -> item.status().isOf(child.spawnTicket()))
                .flatMap(Child::report).map(report -> all.put(item.id(), report)).getOrElse(all));
    }

    /** The latest run that was started for the item of this name, in whichever list. */
    public Option<Child> child(String item) { return children.findLast(each -> each.item().equals(item)); }

    /** Where an item's work is: on its own branch, or on that of the latest run if more than one was started for it. */
    public Option<String> branch(Item item) { return branch(item, children.count(each -> each.item().equals(item.id()))); }

    /**
     * The branch on which the n-th run for an item works: what an earlier one left on its branch stays there.
     *
     * @param n from 1; 0 if none was started
     */
    public Option<String> branch(Item item, int n) {
        var taken = lists.values().flatMap(list -> list).flatMap(Item::branch).toSet();
        return n < 2 ? item.branch() : item.branch().map(name -> Stream.from(2).map(number -> name + "-" + number).reject(taken::contains).drop(n - 2).head());
    }

    /** The latest run that was started for an item. */
    public Option<Child> child(String list, String item) {
        return children.findLast(each -> each.list().equals(list) && each.item().equals(item));
    }
}
