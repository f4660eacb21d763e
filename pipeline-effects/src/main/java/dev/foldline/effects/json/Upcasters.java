package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The ladder by which events of older versions become events of today's: one rung a version, on it one step for each type
 * that changed after that version. An event of a type without a step climbs as it is.
 */
final class Upcasters {
    /** From version 1, the first there was: nothing to climb yet. */
    static final Upcasters SINCE_VERSION_1 = new Upcasters(1, Map.of());

    private final int oldest;
    private final Map<Rung, UnaryOperator<ObjectNode>> steps;

    private Upcasters(int oldest, Map<Rung, UnaryOperator<ObjectNode>> steps) {
        this.oldest = oldest;
        this.steps = steps;
    }

    /** What a version called a type. */
    private record Rung(int version, String type) {}

    static Upcasters since(int oldest) {
        return new Upcasters(oldest, Map.of());
    }

    /**
     * Adds a step.
     *
     * @param version the last one in which events of this type had the old shape
     * @param type what that version called it
     * @param step from the event as that version wrote it to the event as the next one writes it, its type included
     */
    Upcasters with(int version, String type, UnaryOperator<ObjectNode> step) {
        var more = new HashMap<>(steps);
        if (more.put(new Rung(version, type), step) != null) {
            throw new PipelineBug("two steps from version " + version + " for " + type);
        }
        return new Upcasters(oldest, Map.copyOf(more));
    }

    /** Whether a version was ever written, up to {@code newest}. */
    boolean reach(int version, int newest) {
        return oldest <= version && version <= newest;
    }

    /** An event of a version as {@code newest} would have written it. */
    ObjectNode climb(ObjectNode event, int version, int newest) {
        var climbed = event;
        for (int rung = version; rung < newest; rung++) {
            climbed = steps.getOrDefault(new Rung(rung, type(climbed)), same -> same).apply(climbed);
        }
        return climbed;
    }

    private static String type(ObjectNode event) {
        JsonNode type = event.path(WireNames.TYPE);
        return type.isString() ? type.stringValue() : "";
    }
}
