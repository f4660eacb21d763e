package dev.foldline.scenario.feature;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Feature.Delivery;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A story of the workflow {@code feature}, and what people say in it at its gates. */
final class FeatureScenario {
    /** One agent a role, no check. */
    static final Policy POLICY =
            Policy.DEFAULT.withRoles(
                    LinkedHashMap.ofEntries(
                            Feature.ROLES.map(role -> new Tuple2<>(role, Vector.of(role)))));

    /** All gates closed. */
    static final Gates CLOSED = allowing();

    private final ScenarioRun walk;

    private FeatureScenario(ScenarioRun walk) {
        this.walk = walk;
    }

    /** Without the merge. */
    static FeatureScenario run(Gates gates, EffectSelector.EffectOverride... different) {
        return run(gates, Delivery.BRANCH, different);
    }

    static FeatureScenario run(
            Gates gates, Delivery delivery, EffectSelector.EffectOverride... different) {
        return new FeatureScenario(
                ScenarioRun.walk(
                                Feature.workflow(
                                        new Feature.Options(gates, delivery, Vector.empty()),
                                        POLICY))
                        .but(different)
                        .toEnd());
    }

    static Gates allowing(String... phases) {
        return new Gates.AllBut(Vector.of(phases));
    }

    ScenarioRun walk() {
        return walk;
    }

    /** The phase whose gate is open; none if there is no open gate. */
    Option<String> asks() {
        return gate().map(Gate::id);
    }

    Option<Gate> gate() {
        return walk.state().slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(gate)
                : Option.none();
    }

    FeatureScenario approve() {
        var gate = gate().get();
        walk.says(new Command.Approve(gate.id(), shown(gate), "")).toEnd();
        return this;
    }

    FeatureScenario reject(String feedback) {
        var gate = gate().get();
        walk.says(new Command.Reject(gate.id(), shown(gate), feedback)).toEnd();
        return this;
    }

    /** A person lets what has failed begin again. */
    FeatureScenario retry() {
        walk.says(new Command.RetryHalted()).toEnd();
        return this;
    }

    static Shown shown(Gate gate) {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
    }

    /** All calls of agents so far. */
    int calls() {
        return walk.effects(InvokeAgent.class).size();
    }

    int calls(String phase) {
        return walk.effects(InvokeAgent.class).count(call -> call.key().phase().equals(phase));
    }

    /** The prompts of a phase, oldest first. */
    Vector<RenderPrompt> prompts(String phase) {
        return walk.effects(RenderPrompt.class)
                .filter(prompt -> prompt.key().phase().equals(phase));
    }

    /** What the latest prompt of a phase tells of earlier tries. */
    Vector<String> outputs(String phase) {
        return prompts(phase).last().brief().feedback().map(remark -> remark.message());
    }
}
