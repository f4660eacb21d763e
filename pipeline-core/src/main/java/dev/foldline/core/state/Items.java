package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * The run's lists of work items.
 *
 * @param children the runs that were started for items, oldest first
 */
public record Items(Map<String, Vector<Item>> lists, Vector<Child> children) {

    public static final Items NONE = new Items(LinkedHashMap.empty(), Vector.empty());

    /**
     * A run that was started for an item. A later one of the same item takes its place.
     *
     * @param spawnTicket of its start
     * @param run its id
     */
    public record Child(String list, String item, long spawnTicket, String run) {}

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

    /** A run has begun for an item. */
    public Items with(Child child) { return new Items(lists, children.append(child)); }

    /** The same lists and children, each item changed so. */
    public Items map(UnaryOperator<Item> change) { return new Items(lists.mapValues(list -> list.map(change)), children); }

    /** The same without what names and numbers its children: for comparing runs that differ in their tickets. */
    public Items unnumbered() { return new Items(lists, children.map(child -> new Child(child.list(), child.item(), 0, ""))); }

    /** The latest run that was started for an item. */
    public Option<Child> child(String list, String item) {
        return children.findLast(each -> each.list().equals(list) && each.item().equals(item));
    }
}
