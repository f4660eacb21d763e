package dev.foldline.effects.artifact;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates what no schema can express: that a plan's phases and tasks refer to each other
 * consistently.
 */
final class CrossReferences {
    private CrossReferences() {}

    /** Returns one line for each invalid reference; the node is valid for its schema. */
    static List<String> problems(JsonNode plan) {
        var problems = new ArrayList<String>();
        var phases = ids(plan.path("phases"), "phases", problems);
        var tasks = ids(plan.path("tasks"), "tasks", problems);
        var used = new HashSet<String>();
        int number = 0;
        for (JsonNode task : plan.path("tasks")) {
            var where = "/tasks/" + number++;
            var phase = task.path("phase").asString("");
            used.add(phase);
            if (!phases.contains(phase))
                problems.add(where + "/phase: there is no phase '" + phase + "'");
            for (JsonNode other : task.path("depends_on")) {
                if (!tasks.contains(other.asString("")))
                    problems.add(
                            where + "/depends_on: there is no task '" + other.asString("") + "'");
            }
        }
        phases.stream()
                .filter(phase -> !used.contains(phase))
                .sorted()
                .forEach(phase -> problems.add("/phases: '" + phase + "' has no task"));
        return problems;
    }

    private static Set<String> ids(JsonNode list, String name, List<String> problems) {
        var ids = new HashSet<String>();
        for (JsonNode each : list) {
            var id = each.path("id").asString("");
            if (!ids.add(id)) problems.add("/" + name + ": two have the id '" + id + "'");
        }
        return ids;
    }
}
