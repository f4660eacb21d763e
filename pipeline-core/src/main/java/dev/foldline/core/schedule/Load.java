package dev.foldline.core.schedule;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * Who works now.
 *
 * @param held how many of each workflow; whoever has none is left out
 */
public record Load(Map<String, Integer> held) {
    public static final Load NONE = new Load(HashMap.empty());

    public int whole() { return held.values().sum().intValue(); }

    public int of(String workflow) { return held.getOrElse(workflow, 0); }

    public Load granted(String workflow) { return new Load(held.put(workflow, of(workflow) + 1)); }

    public Load released(String workflow) { return new Load(of(workflow) > 1 ? held.put(workflow, of(workflow) - 1) : held.remove(workflow)); }
}
