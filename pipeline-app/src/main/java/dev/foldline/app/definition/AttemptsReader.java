package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Attempts.Best;
import dev.foldline.core.workflow.Attempts.Pick;

import io.vavr.collection.Vector;

/** Reads how often a stage is attempted, and how the best attempt is chosen. */
final class AttemptsReader {
    private static final int ATTEMPTS_MAX = 20;
    private static final Vector<String> LOOPS = Vector.of("times", "until", "each");
    private static final Vector<String> ARTIFACTS =
            Vector.of(Attempts.LIST, Attempts.CHOICE, Attempts.COMPARISON);

    private final StepContext context;
    private final StepReader steps;
    private final Problems problems;

    AttemptsReader(StepContext context, StepReader steps) {
        this.context = context;
        this.steps = steps;
        this.problems = context.problems();
    }

    /**
     * Returns the attempts of a stage that has them.
     *
     * @param artifacts what earlier stages have collected
     */
    Attempts attempts(FieldReader stage, String id, Vector<String> artifacts) {
        LOOPS.filter(stage::has)
                .forEach(
                        loop ->
                                problems.add(
                                        stage.place(loop),
                                        "a stage has attempts and " + loop,
                                        "keep one of them; a stage before it can repeat work"));
        ARTIFACTS
                .filter(context.file().declarations().artifacts()::containsKey)
                .forEach(
                        artifact ->
                                problems.add(
                                        stage.place("attempts"),
                                        "attempts use an artifact " + artifact + " of their own",
                                        "choose another name for yours"));
        return new Attempts(
                id,
                context.inputs().number(stage, "attempts", 1, ATTEMPTS_MAX, 1),
                artifacts,
                pick(stage));
    }

    private Pick pick(FieldReader stage) {
        var node = stage.find("pick");
        if (node.isEmpty()) {
            problems.add(
                    stage.place("attempts"),
                    "pick is missing",
                    "write pick: me, pick: { role: ROLE }, or pick: { measure: CHECK }");
            return new Pick.Ask();
        }
        if (node.get() instanceof Node.Text) {
            stage.choice("pick", "me");
            return new Pick.Ask();
        }
        var fields =
                FieldReader.of(node.get(), "pick", problems, "measure", "best", "role", "prompt");
        if (fields.has("measure")) return measure(fields);
        if (fields.has("best"))
            problems.add(fields.place("best"), "best needs measure", "delete it");
        return steps.picker(fields);
    }

    private Pick measure(FieldReader fields) {
        Vector.of("role", "prompt")
                .filter(fields::has)
                .forEach(
                        key ->
                                problems.add(
                                        fields.place(key),
                                        "pick has measure and " + key,
                                        "keep one of them"));
        var best =
                fields.choice("best", "highest", "lowest").getOrElse("highest").equals("lowest")
                        ? Best.LOWEST
                        : Best.HIGHEST;
        return new Pick.Measure(steps.measure(fields).getOrElse(""), best);
    }
}
