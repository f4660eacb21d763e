package dev.foldline.app.definition;

import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;

/**
 * Separates the calls of a phase. A call that is lost in a crash is repeated from the start of its
 * segment, so a segment with several calls would repeat work that was done.
 */
final class CallSegments {
    private CallSegments() {}

    /** Starts a segment at each call that follows another one. */
    static Vector<Step> separated(Vector<Step> steps) {
        var all = Vector.<Step>empty();
        for (int at = 0; at < steps.size(); at++) {
            if (steps.get(at) instanceof Step.Prompt && isSecond(all, steps.drop(at)))
                all = all.append(new Step.Clean(Vector.empty()));
            all = all.append(steps.get(at));
        }
        return all;
    }

    /** A call that completes an artifact of the segment belongs to it. */
    private static boolean isSecond(Vector<Step> before, Vector<Step> after) {
        int start = before.lastIndexWhere(CallSegments::begins);
        var cleaned =
                start >= 0 && before.get(start) instanceof Step.Clean(var artifacts)
                        ? artifacts
                        : Vector.<String>empty();
        return before.drop(Math.max(0, start)).exists(Step.Agent.class::isInstance)
                && !after.takeUntil(CallSegments::begins)
                        .exists(
                                step ->
                                        step instanceof Step.Collect(var name, _, _)
                                                && cleaned.contains(name));
    }

    private static boolean begins(Step step) {
        return step instanceof Step.Clean || step instanceof Step.WorkerRequest;
    }
}
