package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Converts events of older versions to the current one. Each version has one step for each type
 * that changed after it. An event of a type without a step is unchanged.
 */
final class Upcasters {
    /** Supports version 1, the first: there is nothing to convert yet. */
    static final Upcasters SINCE_VERSION_1 = new Upcasters(1, Map.of());

    private final int oldest;
    private final Map<Rung, UnaryOperator<ObjectNode>> steps;

    private Upcasters(int oldest, Map<Rung, UnaryOperator<ObjectNode>> steps) {
        this.oldest = oldest;
        this.steps = steps;
    }

    /** A type name in a version. */
    private record Rung(int version, String type) {}

    static Upcasters since(int oldest) {
        return new Upcasters(oldest, Map.of());
    }

    /**
     * Adds a step.
     *
     * @param version the last version with the old form of events of this type
     * @param type the type's name in that version
     * @param step converts the event from that version to the next one, including its type
     */
    Upcasters with(int version, String type, UnaryOperator<ObjectNode> step) {
        var more = new HashMap<>(steps);
        if (more.put(new Rung(version, type), step) != null) {
            throw new PipelineBug("two steps from version " + version + " for " + type);
        }
        return new Upcasters(oldest, Map.copyOf(more));
    }

    /** Returns whether a version was ever written, up to {@code newest}. */
    boolean reach(int version, int newest) {
        return oldest <= version && version <= newest;
    }

    /** Converts an event of a version to {@code newest}. */
    ObjectNode climb(ObjectNode event, int version, int newest) {
        var climbed = event;
        for (int rung = version; rung < newest; rung++) {
            climbed =
                    steps.getOrDefault(new Rung(rung, type(climbed)), same -> same).apply(climbed);
        }
        return climbed;
    }

    private static String type(ObjectNode event) {
        JsonNode type = event.path(WireNames.TYPE);
        return type.isString() ? type.stringValue() : "";
    }
}
