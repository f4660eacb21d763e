package dev.foldline.arbitrary;

import io.vavr.collection.Vector;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutionResult.Status;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

import java.util.List;

/**
 * Runs each property with its own fixed seed, and reports a broken one in at most thirty lines: the
 * law, the violation, the shrunken sample, the trace, and the command that reproduces it.
 *
 * <p>{@code -Djqwik.seed=N} sets the seed, {@code -Djqwik.tries.default=N} scales the tries, {@code
 * -Dfoldline.shrinking=off} reports the first sample that breaks a law as it is.
 */
public final class LawReports implements AroundPropertyHook {
    static final int LINES_MAX = 30;
    private static final int COLUMNS_MAX = 180;

    /** Lines of the sample and of the trace that fit beside the others. */
    private static final int SAMPLE_MAX = 17;

    private static final int TRACE_MAX = 8;

    /** Lines of the violation. */
    private static final int HOW_MAX = 3;

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(
            PropertyLifecycleContext context, PropertyExecutor property) {
        configure(context);
        var result = property.execute();
        if (result.status() != Status.FAILED) return result;
        var error = new AssertionError(report(context, result));
        error.setStackTrace(
                result.throwable()
                        .filter(broken -> !(broken instanceof LawViolation))
                        .map(Throwable::getStackTrace)
                        .orElseGet(() -> new StackTraceElement[0]));
        return result.mapToFailed(error);
    }

    private static void configure(PropertyLifecycleContext context) {
        var attributes = context.attributes();
        attributes.setTries(TryCounts.scaled(attributes.tries().orElse(TryCounts.USUAL)));
        attributes.setSeed(seed(context));
        if (isWithoutShrinking()) attributes.setShrinking(ShrinkingMode.OFF);
        else if (attributes.shrinking().isEmpty()) attributes.setShrinking(ShrinkingMode.BOUNDED);
        edges(attributes);
    }

    private static void edges(PropertyAttributes attributes) {
        if (attributes.edgeCases().isEmpty()) attributes.setEdgeCases(EdgeCasesMode.MIXIN);
    }

    private static boolean isWithoutShrinking() {
        return System.getProperty("foldline.shrinking", "").equals("off");
    }

    /** Each property has a seed of its own, so that each build tries the same. */
    private static String seed(PropertyLifecycleContext context) {
        return System.getProperty(
                "jqwik.seed",
                context.attributes()
                        .seed()
                        .orElse(Integer.toString(context.targetMethod().getName().hashCode())));
    }

    private static String report(PropertyLifecycleContext context, PropertyExecutionResult result) {
        var broken = result.throwable();
        var law =
                broken.map(Throwable::getMessage)
                        .filter(_ -> broken.get() instanceof LawViolation)
                        .orElseGet(
                                () ->
                                        context.targetMethod().getName().replace('_', ' ')
                                                + "\n"
                                                + broken.map(Throwable::toString)
                                                        .orElse("it is false"));
        var parts = law.split("\n", 2);
        var head =
                wrapped(parts[1].strip().replaceAll("\\s+", " "))
                        .prepend("LAW BROKEN  " + parts[0]);
        var samples = Vector.ofAll(result.falsifiedParameters().orElse(List.of()));
        var trace =
                broken.filter(LawViolation.class::isInstance)
                        .map(each -> ((LawViolation) each).trace().takeRight(TRACE_MAX))
                        .orElseGet(Vector::empty);
        return head.appendAll(limited(samples.flatMap(LawReports::lines)))
                .appendAll(trace)
                .append("reproduce: " + command(context, result))
                .map(LawReports::cut)
                .mkString("\n");
    }

    /** Returns the first lines of a long text. */
    private static Vector<String> wrapped(String text) {
        return Vector.range(0, HOW_MAX)
                .map(
                        i ->
                                text.substring(
                                        Math.min(text.length(), i * (COLUMNS_MAX - 2)),
                                        Math.min(text.length(), (i + 1) * (COLUMNS_MAX - 2))))
                .filter(line -> !line.isEmpty())
                .map("  "::concat);
    }

    private static Vector<String> limited(Vector<String> lines) {
        return lines.size() <= SAMPLE_MAX
                ? lines
                : lines.take(SAMPLE_MAX - 1)
                        .append("  ... and " + (lines.size() - SAMPLE_MAX + 1) + " more lines");
    }

    private static Vector<String> lines(Object sample) {
        return sample instanceof ReportableSample each
                ? each.lines()
                : Vector.of("sample: " + String.valueOf(sample).replaceAll("\\s+", " "));
    }

    private static String cut(String line) {
        return line.length() <= COLUMNS_MAX || line.startsWith("reproduce")
                ? line
                : line.substring(0, COLUMNS_MAX - 3) + "...";
    }

    private static String command(
            PropertyLifecycleContext context, PropertyExecutionResult result) {
        return "mvn -q -pl property-tests -am test -Dtest="
                + context.containerClass().getSimpleName()
                + "#"
                + context.targetMethod().getName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Djqwik.seed="
                + result.seed().orElse("");
    }
}
