package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.machine.Thorough;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * The files of the shipped workflows expand to the values that the core's laws are tested with. By
 * default every 29th combination of options is compared, which has each pair of two options' values
 * many times; with {@code -Dfoldline.faults=all} each is.
 */
class ShippedWorkflowsTest {
    private static final int STRIDE = Thorough.ALL ? 1 : 29;
    private static final Vector<CommandLine> LINE = Vector.of(new CommandLine.Shell("make"));

    /** With and without the checks that a configuration can define. */
    private static final Vector<Policy> POLICIES =
            Vector.<Map<String, Vector<CommandLine>>>of(
                            LinkedHashMap.empty(),
                            LinkedHashMap.of(BuiltinWorkflows.CHECKS, LINE),
                            LinkedHashMap.of(BuiltinWorkflows.SETUP, LINE),
                            LinkedHashMap.of(
                                    BuiltinWorkflows.CHECKS, LINE, BuiltinWorkflows.SETUP, LINE))
                    .map(
                            checks ->
                                    Policy.DEFAULT
                                            .withChecks(checks)
                                            .withRoles(
                                                    LinkedHashMap.of("developer", Vector.of("ada")))
                                            .withRecovery(
                                                    Policy.RecoveryPolicy.DEFAULT
                                                            .withFixer(Option.of("recoverer"))
                                                            .withRewindStage(
                                                                    Option.of("iterate"))));

    @Test
    void ralph_is_the_value_of_the_core_under_all_options() {
        var all = POLICIES.crossProduct(ralphs()).toVector();
        assertThat(all).hasSize(4 * 2 * 2 * 2 * 16 * 4 * 2);
        for (int at = 0; at < all.size(); at += STRIDE) {
            var policy = all.get(at)._1();
            var options = all.get(at)._2();
            assertThat(ShippedWorkflows.ralph(options, policy))
                    .as(options::toString)
                    .isEqualTo(Ralph.workflow(options, policy));
        }
    }

    private static Vector<Ralph.Options> ralphs() {
        var gates = subsets(Vector.of("planning", "development", "fix", "commit"));
        return Vector.of(0, 3)
                .flatMap(
                        turns ->
                                Vector.of(0, 2)
                                        .flatMap(
                                                reviews ->
                                                        Vector.of(true, false)
                                                                .flatMap(
                                                                        stop ->
                                                                                gates.flatMap(
                                                                                        gated ->
                                                                                                ralphs(
                                                                                                        turns,
                                                                                                        reviews,
                                                                                                        stop,
                                                                                                        gated)))));
    }

    private static Vector<Ralph.Options> ralphs(
            int turns, int reviews, boolean stop, Vector<String> gates) {
        return Vector.of(Ralph.Rebasing.values())
                .flatMap(
                        rebasing ->
                                Vector.of(2, 10)
                                        .map(
                                                outputs ->
                                                        new Ralph.Options(
                                                                turns,
                                                                reviews,
                                                                stop,
                                                                gates,
                                                                rebasing,
                                                                PhaseRetryPolicy.DEFAULT
                                                                        .withOutputsMax(outputs)
                                                                        .withContinuationsMax(
                                                                                outputs + 1),
                                                                PhaseRetryPolicy.DEFAULT
                                                                        .withOutputsMax(outputs)
                                                                        .withContinuationsMax(7)
                                                                        .thenProceed(),
                                                                outputs == 2)));
    }

    @Test
    void feature_is_the_value_of_the_core_under_all_options() {
        var all = POLICIES.crossProduct(features()).toVector();
        assertThat(all).hasSizeGreaterThan(STRIDE);
        for (int at = 0; at < all.size(); at += STRIDE) {
            var policy = all.get(at)._1();
            var options = all.get(at)._2();
            assertThat(ShippedWorkflows.feature(options, policy))
                    .as(options::toString)
                    .isEqualTo(Feature.workflow(options, policy));
        }
    }

    private static Vector<Feature.Options> features() {
        var completed = subsets(Feature.DESIGN.keySet().toVector());
        return gates().flatMap(
                        gates ->
                                deliveries()
                                        .flatMap(
                                                delivery ->
                                                        completed.map(
                                                                each ->
                                                                        new Feature.Options(
                                                                                gates, delivery,
                                                                                each))));
    }

    private static Vector<Feature.Delivery> deliveries() {
        return Vector.of(Feature.Delivery.values());
    }

    private static Vector<Gates> gates() {
        return subsets(Feature.GATED)
                .flatMap(
                        phases ->
                                Vector.of(
                                        Gates.ABSENT,
                                        new Gates.AllBut(phases),
                                        new Gates.Only(phases)));
    }

    private static Vector<Vector<String>> subsets(Vector<String> all) {
        return Vector.range(0, 1 << all.size())
                .map(
                        bits ->
                                all.zipWithIndex()
                                        .filter(each -> (bits >> each._2() & 1) == 1)
                                        .map(each -> each._1()));
    }
}
