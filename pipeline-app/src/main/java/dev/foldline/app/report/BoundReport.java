package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Workflow;

import java.util.Locale;
import java.util.Map;

/** Reports the bound on the effects of a workflow, and of its child runs if it defines any. */
public final class BoundReport {
    private BoundReport() {}

    public static Map<String, Object> json(Workflow workflow) {
        return workflow.nested().isEmpty()
                ? JsonOutput.fields("effects", EffectBound.effects(workflow))
                : JsonOutput.fields(
                        "effects",
                        EffectBound.effects(workflow),
                        "with_children",
                        EffectBound.effectsWithChildren(workflow));
    }

    /** Returns the bound as a clause, with that of the child runs. */
    public static String text(Workflow workflow) {
        return "at most "
                + number(EffectBound.effects(workflow))
                + " steps until it ends or waits for you"
                + ofChildren(workflow);
    }

    /** Returns the bound of the child runs as a clause; empty without child runs. */
    public static String ofChildren(Workflow workflow) {
        return workflow.nested().isEmpty()
                ? ""
                : ", and "
                        + number(EffectBound.effectsWithChildren(workflow))
                        + " with its child runs";
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
