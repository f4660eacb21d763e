package dev.foldline.app.operation;

import dev.foldline.app.config.FlagValue;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The choices of the configuration that a caller may make for one run. */
final class RunFlags {
    static final Field<String> WORKFLOW = Field.text("workflow", "workflow to use");
    private static final Field<String> BASE =
            Field.text("base", "base of the run's new branch; the branch is rebased onto it");
    private static final Field<Long> ITERATIONS =
            Field.number("iterations", 0, "maximum number of iterations (plan, develop, commit)");
    private static final Field<Long> REVIEWS =
            Field.number("reviews", 0, "maximum number of review rounds");
    private static final Field<Vector<String>> AGENTS =
            Field.texts("agents", "agents of a role, the preferred one first, each as ROLE=A,B");
    private static final Field<Vector<String>> GATES =
            Field.texts("gates", "phases that wait for your approval");
    private static final Field<Vector<String>> BUDGET =
            Field.texts(
                    "budget",
                    "limits of the run or of a phase, each as [PHASE.]KEY=VALUE: agent_calls, wall,"
                            + " usd or tokens");
    private static final Field<Boolean> FAILING_CHECKS =
            Field.truth(
                    "allow_failing_checks",
                    "start even if the checks fail on the base, and commit as long as nothing else"
                            + " fails");

    private RunFlags() {}

    /** Returns the fields, except the workflow's. */
    static Field<?>[] fields() {
        return new Field<?>[] {BASE, ITERATIONS, REVIEWS, AGENTS, GATES, BUDGET, FAILING_CHECKS};
    }

    static Vector<FlagValue> of(Input input) {
        return number(input, ITERATIONS, "iterations")
                .toVector()
                .appendAll(number(input, REVIEWS, "reviews"))
                .prependAll(
                        input.find(BASE).map(revision -> FlagValue.of("--base", "base", revision)))
                .prependAll(
                        input.find(WORKFLOW)
                                .map(name -> FlagValue.of("--workflow", "workflow", name)))
                .appendAll(texts(input, AGENTS).map(FlagValue::agent))
                .appendAll(
                        Option.of(texts(input, GATES))
                                .filter(Vector::nonEmpty)
                                .map(phases -> FlagValue.gate(phases.mkString(","))))
                .appendAll(texts(input, BUDGET).map(FlagValue::budget))
                .appendAll(
                        input.get(FAILING_CHECKS)
                                ? Vector.of(FlagValue.set("checks_on_base=compare"))
                                : Vector.empty());
    }

    private static Option<FlagValue> number(Input input, Field<Long> field, String key) {
        return input.find(field).map(count -> FlagValue.of("--" + key, key, Long.toString(count)));
    }

    private static Vector<String> texts(Input input, Field<Vector<String>> field) {
        return input.find(field).getOrElse(Vector.empty());
    }
}
