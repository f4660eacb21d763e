package dev.foldline.app.simulation;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.Exploration;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What simulated runs of a workflow show, and the steps of one of them. */
public final class SimulationReport {
    private static final int STEPS_MAX = 60;

    private final String workflow;
    private final long seed;
    private final Exploration found;
    private final int traced;
    private final List<SimulationStep> steps;

    private SimulationReport(
            String workflow, long seed, Exploration found, int traced, List<SimulationStep> steps) {
        this.workflow = workflow;
        this.seed = seed;
        this.found = found;
        this.traced = traced;
        this.steps = steps;
    }

    /**
     * Simulates runs.
     *
     * @param variants the workflow for each combination of its inputs
     * @param traced number of the try to list, from 1
     */
    public static SimulationReport of(Vector<Workflow> variants, long seed, int tries, int traced) {
        var run = Exploration.run(variants, seed, traced);
        return new SimulationReport(
                variants.head().name(),
                seed,
                Exploration.of(variants, seed, tries),
                traced,
                run.moments().stream().filter(SimulationReport::isShown).toList());
    }

    /** Returns whether every phase was reached. */
    public boolean isComplete() {
        return found.unreached().isEmpty();
    }

    private static boolean isShown(SimulationStep step) {
        return !(step.event() instanceof EffectStarted || step.event() instanceof DriverStarted);
    }

    /** Returns the report for programs, without its schema. */
    public java.util.Map<String, Object> document(String schema, int exit) {
        return JsonOutput.fields(
                "schema",
                schema,
                "ok",
                isComplete(),
                "exit",
                exit,
                "workflow",
                workflow,
                "seed",
                seed,
                "tries",
                found.tries(),
                "reached",
                found.reached().toJavaMap(),
                "unreached",
                found.unreached(),
                "ends",
                found.ends().toJavaMap(),
                "halts",
                found.halts().toJavaMap(),
                "longest",
                JsonOutput.fields(
                        "try",
                        found.longest().number(),
                        "effects",
                        found.longest().effects(),
                        "bound",
                        found.bound()),
                "trace",
                steps.stream()
                        .limit(STEPS_MAX)
                        .map(
                                step ->
                                        JsonOutput.fields(
                                                "seq",
                                                step.number(),
                                                "place",
                                                place(step),
                                                "event",
                                                EventFormatter.of(step.event()),
                                                "rule",
                                                step.decision().rule()))
                        .toList());
    }

    /** Returns the report for a terminal. */
    public String text(TextStyle style) {
        var text = new StringBuilder();
        text.append(style.strong("Phases reached"))
                .append(" in ")
                .append(found.tries())
                .append(" simulated runs, seed ")
                .append(seed)
                .append('\n');
        rows(text, found.reached());
        text.append('\n').append(style.strong("Ends")).append('\n');
        rows(text, found.ends());
        if (found.halts().nonEmpty()) {
            text.append('\n').append(style.strong("Halts on the way")).append('\n');
            rows(text, found.halts());
        }
        text.append('\n')
                .append(style.strong("Longest path"))
                .append(
                        String.format(
                                Locale.ROOT,
                                "%n  %,d steps until it ends or waits for you, in try %d; the"
                                        + " bound is %,d%n",
                                found.longest().effects(),
                                found.longest().number(),
                                found.bound()));
        trace(text, style);
        if (!isComplete())
            text.append('\n')
                    .append(style.bad("Never reached"))
                    .append(": ")
                    .append(found.unreached().mkString(", "))
                    .append('\n');
        return text.toString();
    }

    private static void rows(StringBuilder text, Map<String, Integer> counts) {
        int width = counts.keySet().map(String::length).max().getOrElse(1);
        counts.forEach(
                (name, count) ->
                        text.append(
                                String.format(
                                        Locale.ROOT,
                                        "  %-" + width + "s  %6d%n",
                                        words(name),
                                        count)));
    }

    /** Kinds of faults are constants. */
    private static String words(String name) {
        return name.matches("[A-Z_]+|.*: [A-Z_]+")
                ? name.toLowerCase(Locale.ROOT).replace('_', ' ')
                : name;
    }

    private void trace(StringBuilder text, TextStyle style) {
        text.append('\n').append(style.strong("Try " + traced)).append('\n');
        Optional<String> heading = Optional.empty();
        for (var step : new ArrayList<>(steps.subList(0, Math.min(steps.size(), STEPS_MAX)))) {
            var place = place(step);
            if (!heading.equals(Optional.of(place))) text.append("  ").append(place).append('\n');
            heading = Optional.of(place);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %5d  %s%s%n",
                            step.number(),
                            EventFormatter.of(step.event()),
                            style.faint("  [" + step.decision().rule() + "]")));
        }
        if (steps.size() > STEPS_MAX)
            text.append("  ... ").append(steps.size() - STEPS_MAX).append(" more steps\n");
    }

    private static String place(SimulationStep step) {
        var place = step.before().effectKey();
        return place.stage().equals("end")
                ? "end"
                : place.stage() + " " + (place.turn() + 1) + ", " + place.phase();
    }
}
