package dev.foldline.core.state;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/**
 * Work items that are added to a running workflow. They come after all earlier items of their list.
 *
 * @param lists the items by the name of their list, in order
 * @param texts ids of the artifacts that describe them, by name; some replace earlier ones
 * @param basedOn ids of the artifacts that the replaced ones must have, by name; otherwise other
 *     items were added meanwhile, and their texts would be lost
 */
public record AddedItems(
        Map<String, Vector<Item>> lists, Map<String, String> texts, Map<String, String> basedOn) {

    /** Returns the items for one list. */
    public Vector<Item> list(String name) {
        return lists.get(name).getOrElse(Vector.empty());
    }
}
