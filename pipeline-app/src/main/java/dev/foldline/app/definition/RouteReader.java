package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Route;

import io.vavr.collection.LinkedHashMap;

import java.util.List;
import java.util.function.BiConsumer;

/** Reads where the labels of a phase lead. */
final class RouteReader {
    private static final int TIMES_MAX = 1_000;
    private static final List<String> WORDS =
            List.of("next_step", "next_phase", "repeat", "fail", "halt", "end");
    private static final String[] KEYS = {"go_to", "go_back", "times", "fail", "halt"};

    /** Routes that only expansions have. */
    static final String PASS_GATE = "pass_gate";

    static final String GO_AHEAD = "go_ahead";

    private final StepContext context;
    private final Problems problems;
    private final RouteTargets targets;

    RouteReader(StepContext context, RouteTargets targets) {
        this.targets = targets;
        this.context = context;
        this.problems = context.problems();
    }

    LinkedHashMap<String, Route> routes(FieldReader phase, String stage) {
        var id = phase.text("phase").getOrElse("");
        return phase.find("routes")
                .toVector()
                .flatMap(node -> FieldReader.any(node, "routes", problems).all())
                .foldLeft(
                        LinkedHashMap.empty(),
                        (all, field) -> {
                            var label = field.name().text();
                            return all.put(
                                    label,
                                    route(
                                            label,
                                            field.value(),
                                            stage,
                                            (name, at) -> targets.add(stage, id, label, name, at)));
                        });
    }

    private Route route(String label, Node node, String stage, BiConsumer<String, Origin> named) {
        return switch (node) {
            case Node.Text text -> word(label, text);
            case Node.Fields _ -> target(label, node, stage, named);
            case Node.Items _, Node.Nothing _ -> {
                problems.add(
                        node.origin(),
                        "the route of " + label + " is " + node.phrase(),
                        "use one of: " + String.join(", ", WORDS));
                yield Route.PROCEED;
            }
        };
    }

    private Route word(String label, Node.Text text) {
        if (context.isExpansion() && text.text().equals(PASS_GATE)) return Route.PASS_GATE;
        return switch (text.text()) {
            case "next_step" -> Route.PROCEED;
            case "next_phase" -> Route.NEXT_PHASE;
            case "repeat" -> Route.MORE;
            case "fail" -> new Route.Fail(label);
            case "halt" -> new Route.Halt(label);
            case "end" -> Route.END;
            default -> {
                problems.add(
                        text.origin(),
                        "unknown route '" + text.text() + "'",
                        FieldReader.suggestion(text.text(), WORDS));
                yield Route.PROCEED;
            }
        };
    }

    private Route target(String label, Node node, String stage, BiConsumer<String, Origin> named) {
        if (context.isExpansion() && FieldReader.any(node, "a route", problems).has(GO_AHEAD))
            return new Route.Ahead(
                    FieldReader.of(node, "the route of " + label, problems, GO_AHEAD)
                            .required(GO_AHEAD, "STAGE"));
        var fields = FieldReader.of(node, "the route of " + label, problems, KEYS);
        if (fields.has("times") && !fields.has("go_back"))
            problems.add(fields.place("times"), "times needs go_back", "delete times");
        if (fields.has("go_to")) {
            var phase = fields.required("go_to", "PHASE");
            named.accept(phase, fields.place("go_to"));
            return new Route.To(phase);
        }
        if (fields.has("fail")) return new Route.Fail(fields.required("fail", "REASON"));
        if (fields.has("halt")) return new Route.Halt(fields.required("halt", "REASON"));
        if (!fields.has("go_back")) {
            problems.add(
                    fields.origin(),
                    "the route of " + label + " has no target",
                    "write go_to: PHASE or go_back: STAGE");
            return Route.PROCEED;
        }
        if (!fields.has("times"))
            problems.add(
                    fields.origin(),
                    "go_back has no limit",
                    "write times: 2, the most times that the run goes back here");
        var target = fields.text("go_back").getOrElse(stage);
        named.accept(target, fields.place("go_back"));
        return new Route.Back(
                target, fields.number("times", 1, context.max(TIMES_MAX)).getOrElse(1));
    }
}
