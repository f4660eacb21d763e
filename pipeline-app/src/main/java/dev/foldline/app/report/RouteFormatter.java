package dev.foldline.app.report;

import dev.foldline.core.workflow.Route;

/** Formats the route of a label for display. */
final class RouteFormatter {
    private RouteFormatter() {}

    static String of(Route route) {
        return switch (route) {
            case Route.Proceed _ -> "go on";
            case Route.NextPhase _ -> "the next phase";
            case Route.PassGate _ -> "on without the gate";
            case Route.Ahead(var stage) -> stage;
            case Route.To(var phase) -> phase;
            case Route.Back(var stage, var timesMax) ->
                    "back to " + stage + ", at most " + timesMax + " times";
            case Route.More _ -> "more of this phase";
            case Route.Fail(var why) -> "fail: " + why;
            case Route.Halt(var why) -> "halt: " + why;
            case Route.End _ -> "the end";
        };
    }
}
