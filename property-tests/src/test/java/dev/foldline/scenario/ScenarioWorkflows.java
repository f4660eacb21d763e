package dev.foldline.scenario;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/** The workflows that stories are told of. */
public final class ScenarioWorkflows {
    private ScenarioWorkflows() {}

    /**
     * Two agents a role, {@code <role>-a} and {@code <role>-b}; a fixer; rewinds to the iterations;
     * no check.
     */
    public static final Policy POLICY =
            Policy.DEFAULT
                    .withRoles(
                            LinkedHashMap.ofEntries(
                                    Ralph.ROLES.map(
                                            role ->
                                                    new Tuple2<>(
                                                            role,
                                                            Vector.of(role + "-a", role + "-b")))))
                    .withRecovery(
                            Policy.RecoveryPolicy.DEFAULT
                                    .withFixer(Option.of("recoverer"))
                                    .withRewindStage(Option.of("iterate")))
                    .withBudget(Policy.Budget.UNLIMITED);

    /** {@link #POLICY} with the check that every commit relies on. */
    public static final Policy CHECKED =
            POLICY.withChecks(
                    LinkedHashMap.of(
                            BuiltinWorkflows.CHECKS,
                            Vector.of(new CommandLine.Shell("make test"))));

    /** Nobody mends; the same thing is only tried again. */
    public static final Policy UNMENDED =
            POLICY.withRecovery(POLICY.recovery().withFixer(Option.none()));

    /** One agent a role. */
    public static final Policy ALONE =
            POLICY.withRoles(POLICY.roles().mapValues(agents -> agents.take(1)));

    public static Workflow ralph(int iterations, int reviews) {
        return ralph(iterations, reviews, POLICY);
    }

    public static Workflow checkedRalph(int iterations, int reviews) {
        return ralph(iterations, reviews, CHECKED);
    }

    public static Workflow ralph(int iterations, int reviews, Policy policy) {
        return ralph(
                options ->
                        new Ralph.Options(
                                iterations,
                                reviews,
                                false,
                                options.gates(),
                                options.rebasing(),
                                options.care(),
                                options.fixCare(),
                                false),
                policy);
    }

    /** One iteration, no review, and gates behind these phases. */
    public static Workflow gatedRalph(String... gates) {
        return ralph(
                options ->
                        new Ralph.Options(
                                1,
                                0,
                                false,
                                Vector.of(gates),
                                options.rebasing(),
                                options.care(),
                                options.fixCare(),
                                false),
                POLICY);
    }

    public static Workflow ralph(UnaryOperator<Ralph.Options> chosen, Policy policy) {
        return Ralph.workflow(chosen.apply(Ralph.Options.DEFAULT), policy);
    }
}
