package dev.foldline.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.definition.ExpansionReader;
import dev.foldline.app.definition.ExpansionWriter;
import dev.foldline.arbitrary.Walk;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

import org.junit.jupiter.api.Test;

/** Every workflow round-trips through the text of its expansion, and decides as before. */
class WorkflowTextTest {
    private static final int TRIES = 300;

    /** The number of arbitrary workflows: {@code -Dfoldline.workflows=10000} for all. */
    private static final int WORKFLOWS = Integer.getInteger("foldline.workflows", TRIES);

    private static final int DECIDING = Math.max(1, WORKFLOWS / 10);

    @Property(tries = 1, shrinking = ShrinkingMode.OFF)
    void every_workflow_comes_back_from_its_text(@ForAll("seeds") long first) {
        for (long seed = first; seed < first + WORKFLOWS; seed++)
            comesBack(Walk.workflow(SeededRandom.of(seed)));
    }

    @Property(tries = 1, shrinking = ShrinkingMode.OFF)
    void every_guarded_workflow_comes_back_from_its_text(@ForAll("seeds") long first) {
        for (long seed = first; seed < first + WORKFLOWS; seed++) {
            var workflow = Walk.workflow(SeededRandom.of(seed));
            for (var onChange : OnChange.values())
                comesBack(
                        GuardedWorkflow.of(
                                workflow.with(
                                        workflow.policy().withGuard(Option.of(guard(onChange))))));
        }
    }

    private static Guard guard(OnChange onChange) {
        return new Guard(
                Vector.of("ci/**"),
                Vector.of("**/*Test.*"),
                onChange,
                10,
                100,
                Guard.Witness.AUTO,
                new CleanCheckout(Vector.of(".venv"), Vector.empty()));
    }

    @Property(tries = 1, shrinking = ShrinkingMode.OFF)
    void what_came_back_decides_the_same_on_the_same_events(@ForAll("seeds") long first) {
        for (long seed = first; seed < first + DECIDING; seed++) {
            var walk = Walk.of(seed);
            var events = walk.simulation().run().events();
            var started = (RunStarted) events.getFirst();
            var original = Pipeline.start(started);
            var copy = Pipeline.start(started.with(readBack(started.workflow())));
            for (var event : events.subList(1, events.size())) {
                assertThat(Pipeline.decide(copy))
                        .as(walk::toString)
                        .isEqualTo(Pipeline.decide(original));
                original = Pipeline.reduce(original, event);
                copy = Pipeline.reduce(copy, event);
            }
            assertThat(Pipeline.decide(copy)).isEqualTo(Pipeline.decide(original));
        }
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs().between(0, 1L << 40);
    }

    @Test
    void every_workflow_of_foldline_comes_back_from_its_text() {
        for (var shipped : BuiltinWorkflows.values()) comesBack(shipped.under(policy()));
    }

    @Test
    void nested_workflows_come_back_from_their_text() {
        var leaf = parent("leaf", Vector.empty());
        var middle = parent("middle", Vector.of(leaf));
        comesBack(parent("outer", Vector.of(middle, leaf)));
    }

    @Test
    void texts_that_look_like_other_values_come_back_as_texts() {
        for (var text :
                Vector.of(
                        "true", "no", "12", "1e3", "~", "", " ", "a: b", "# c", "é\n\"x\"", "0x1F"))
            comesBack(
                    new Workflow(
                            text,
                            3,
                            Vector.of(
                                    Script.once(
                                            text,
                                            Vector.of(
                                                    Phase.phase(text, Script.ask("r", text, text))
                                                            .route(text, new Route.Halt(text))))),
                            policy().withBranching(
                                            new Branching.NewBranch(text, Option.of(text)))));
    }

    private static Workflow parent(String name, Vector<Workflow> children) {
        return new Workflow(
                name,
                1,
                Vector.of(
                        Script.once(
                                "all",
                                Vector.of(
                                        Phase.phase(
                                                "parts",
                                                children.map(
                                                        child ->
                                                                (Step)
                                                                        Step.Children.of(
                                                                                "parts",
                                                                                child,
                                                                                Vector.of("plan"),
                                                                                new Budget(
                                                                                        Option.of(
                                                                                                3L),
                                                                                        Option.of(
                                                                                                90_000L),
                                                                                        Option.of(
                                                                                                2_500_000L),
                                                                                        Option.of(
                                                                                                10L)),
                                                                                Step.Until
                                                                                        .ANY)))))),
                policy());
    }

    private static Policy policy() {
        return Policy.DEFAULT
                .withRoles(LinkedHashMap.of("developer", Vector.of("ada", "bob:large")))
                .withChecks(
                        LinkedHashMap.of(
                                "checks",
                                Vector.of(
                                        new CommandLine.Shell("make test"),
                                        new CommandLine.Arguments(Vector.of("make", "lint")),
                                        new CommandLine.Submitted("true"))));
    }

    private static void comesBack(Workflow workflow) {
        assertThat(readBack(workflow)).isEqualTo(workflow);
    }

    private static Workflow readBack(Workflow workflow) {
        var text = ExpansionWriter.text(workflow);
        return ExpansionReader.read(text)
                .getOrElseThrow(problems -> new AssertionError(problems + "\n" + text));
    }
}
