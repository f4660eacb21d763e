package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** What must hold in every state of EVENTFUL runs. */
class InvariantsTest {
    private static final Vector<ScenarioRun> EVENTFUL =
            Vector.of(
                    walk(checkedRalph(2, 2))
                            .but(
                                    collecting("issues").says("issues"),
                                    collecting("development_result").says("partial"))
                            .toEnd(),
                    walk(checkedRalph(3, 1))
                            .but(
                                    checking().first(8).fails(Fault.Kind.CHECK_FAILED),
                                    committing().first(9).fails(Fault.Kind.GIT))
                            .toEnd(),
                    walk(ralph(2, 1))
                            .but(
                                    agent("developer").first(25).fails(Fault.Kind.AGENT_FAILED),
                                    collecting("plan").first(25).isRefused())
                            .toEnd(),
                    walk(ralph(1, 1))
                            .but(EffectSelector.anyAgent().fails(Fault.Kind.RATE_LIMIT))
                            .toEnd());

    @Test
    void a_hook_that_changes_the_tree_is_noticed_and_checked_before_anything_else() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(
                                committing()
                                        .on(1)
                                        .answers(
                                                (_, world) -> {
                                                    world.change();
                                                    return world.committed();
                                                }))
                        .past(committing());
        assertThat(walk.state().ledger().lastFault().get().kind())
                .isEqualTo(Fault.Kind.EVIDENCE_STALE);
        walk.past(EffectSelector.cleaning())
                .nextIs("repeat the check that the next step relies on");
    }
}
