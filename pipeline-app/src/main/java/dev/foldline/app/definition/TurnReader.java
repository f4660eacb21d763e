package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.Tuple;
import io.vavr.collection.Vector;

/** Reads how often a stage runs. */
final class TurnReader {
    private static final int TURNS_MAX = 1_000;

    private final StepContext context;
    private final Inputs inputs;
    private final Problems problems;

    TurnReader(StepContext context) {
        this.context = context;
        this.inputs = context.inputs();
        this.problems = context.problems();
    }

    /**
     * @param phases those of the stage
     */
    LoopCondition turns(FieldReader fields, Vector<Phase> phases) {
        var loops = Vector.of("once", "times", "until", "each").filter(fields::has);
        if (loops.size() > 1)
            problems.add(
                    fields.place(loops.last()),
                    "a stage has " + loops.mkString(" and "),
                    "keep one of them");
        if (fields.has("done_after") && !fields.has("each"))
            problems.add(
                    fields.place("done_after"), "done_after needs each", "add each, or delete it");
        if (fields.has("until")) return until(fields.find("until").get(), phases);
        if (fields.has("each")) return each(fields, phases);
        return new LoopCondition.Times(
                fields.has("times")
                        ? inputs.number(fields, "times", 0, context.max(TURNS_MAX), 1)
                        : 1);
    }

    private LoopCondition each(FieldReader fields, Vector<Phase> phases) {
        var list = fields.text("each").getOrElse("");
        if (!context.isExpansion()) context.checkList(fields, "each", list);
        var ids = phases.map(Phase::id);
        var after = fields.text("done_after").getOrElse(ids.lastOption().getOrElse(""));
        if (fields.has("done_after") && !ids.contains(after))
            problems.add(
                    fields.place("done_after"),
                    "the stage has no phase '" + after + "'",
                    FieldReader.suggestion(after, ids.asJava()));
        return new LoopCondition.EachItem(list, after);
    }

    private LoopCondition until(Node node, Vector<Phase> phases) {
        var fields = FieldReader.of(node, "until", problems, "artifact", "label", "max");
        if (!fields.has("max"))
            problems.add(
                    fields.origin(), "max is missing", "write max: 5, or max: { input: NAME }");
        var artifact = fields.required("artifact", "NAME");
        var label = fields.required("label", "LABEL");
        if (!context.isExpansion() && fields.has("artifact") && fields.has("label"))
            checkLabel(fields, phases, artifact, label);
        return new LoopCondition.Until(
                inputs.number(fields, "max", 0, context.max(TURNS_MAX), 1), artifact, label);
    }

    /** A step of the stage collects the artifact, and the label is one of its labels. */
    private void checkLabel(
            FieldReader fields, Vector<Phase> phases, String artifact, String label) {
        var collected =
                phases.flatMap(Phase::steps)
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, var labels, _)
                                                        && labels.nonEmpty()
                                                ? Vector.of(Tuple.of(name, labels))
                                                : Vector.empty());
        var names = collected.map(each -> each._1()).distinct();
        var labels =
                collected.filter(each -> each._1().equals(artifact)).flatMap(each -> each._2());
        if (!names.contains(artifact))
            problems.add(
                    fields.place("artifact"),
                    "no step of the stage collects '" + artifact + "' with labels",
                    names.isEmpty()
                            ? "add ask: with an artifact that has labels"
                            : FieldReader.suggestion(artifact, names.asJava()));
        else if (!labels.contains(label))
            problems.add(
                    fields.place("label"),
                    artifact + " has no label '" + label + "'",
                    FieldReader.suggestion(label, labels.distinct().asJava()));
    }
}
