package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/** The run's lists of work items. */
public record Items(Map<String, Vector<Item>> lists) {

    public static final Items NONE = new Items(LinkedHashMap.empty());

    public Vector<Item> list(String name) { return lists.get(name).getOrElse(Vector.empty()); }

    /** The list becomes its done items followed by the new ones, {@code max} in all. */
    public Items planned(String name, Vector<Item> fresh, int max) {
        var done = list(name).filter(item -> item.status() instanceof Item.Done);
        return new Items(lists.put(name, done.appendAll(fresh).take(max)));
    }

    /** Ids of those that are done. */
    public Vector<String> done(String name) {
        return list(name).filter(item -> item.status() instanceof Item.Done).map(Item::id);
    }

    public Items with(String name, int index, Item.Status status) {
        var items = list(name);
        return index >= items.size() ? this
                : new Items(lists.put(name, items.update(index, item -> item.with(status))));
    }
}
