package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same failure again and again: three times, one recovery, three times more, then a halt. */
class IdenticalFailuresTest {

    private static Fault same(Kind kind) {
        return Fault.of(kind, "it failed").withFingerprint("same");
    }

    private static String haltOf(ScenarioRun walk) {
        return walk.state().slots().recovery() instanceof Recovery.Halted(var failure)
                ? failure.fault().message()
                : "";
    }

    @Test
    void each_agent_of_the_role_is_called_three_times() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("developer").fails(same(Kind.AGENT_FAILED)))
                        .toEnd()
                        .halts(Kind.STUCK);
        walk.does(1, agent("recoverer"));
        assertThat(walk.agents("developer").count("developer-a"::equals)).isEqualTo(6);
        assertThat(walk.agents("developer").count("developer-b"::equals)).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void the_same_failure_of_a_call_is_bounded_whatever_its_kind(Kind kind) {
        if (kind.isUnbounded()) return;
        var walk = walk(ralph(1, 0)).but(agent("developer").fails(same(kind))).toEnd();
        assertThat(walk.agents("developer").count("developer-a"::equals)).isLessThanOrEqualTo(6);
        assertThat(walk.agents("developer").count("developer-b"::equals)).isLessThanOrEqualTo(6);
        assertThat(walk.count(agent("recoverer"))).isLessThanOrEqualTo(1);
        assertThat(walk.state().slots().recovery()).isInstanceOf(Recovery.Halted.class);
    }

    @Test
    void a_git_failure_that_a_recovery_does_not_change_halts() {
        var walk =
                walk(ralph(1, 0)).but(committing().fails(same(Kind.GIT))).toEnd().halts(Kind.STUCK);
        walk.does(2, committing()).does(1, agent("recoverer"));
        assertThat(haltOf(walk)).startsWith("this failed in the same way 2 times in a row");
    }

    @ParameterizedTest
    @EnumSource(names = {"MODEL_UNAVAILABLE", "AGENT_SETUP", "AUTHENTICATION", "CREDIT"})
    void an_agent_that_only_the_user_can_fix_is_called_once(Kind kind) {
        var walk = walk(ralph(1, 0)).but(agent("developer").fails(same(kind))).toEnd().halts(kind);
        assertThat(walk.agents("developer")).containsExactly("developer-a", "developer-b");
        walk.does(0, agent("recoverer"));
    }

    @Test
    void a_call_that_did_not_start_is_not_charged() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("developer").fails(same(Kind.AGENT_SETUP)))
                        .toEnd()
                        .halts(Kind.AGENT_SETUP);
        assertThat(walk.state().usage().meter("development").agentCalls()).isZero();
    }

    @Test
    void a_check_that_changes_the_tree_each_time_halts_on_the_base_and_names_the_file() {
        var walk =
                walk(BuiltinWorkflows.checkedOnBase(checkedRalph(1, 0)))
                        .but(writes("junit.xml"))
                        .toEnd()
                        .halts(Kind.EVIDENCE_STALE);
        walk.does(2, checking()).does(0, anyAgent());
        assertThat(haltOf(walk)).contains("junit.xml", ".gitignore", "checks_write");
    }

    @Test
    void a_check_that_changes_the_tree_once_does_not_halt_on_the_base() {
        walk(BuiltinWorkflows.checkedOnBase(checkedRalph(1, 0)))
                .but(new EffectOverride(checking().first(1), writes("lock.json").reply()))
                .toEnd()
                .completes();
    }

    private static EffectOverride writes(String path) {
        return checking()
                .answers(
                        (_, world) ->
                                new CheckPassed(
                                        world.ticket(),
                                        "checks",
                                        "before",
                                        "after",
                                        Option.none(),
                                        Spend.NOTHING,
                                        Vector.of(path),
                                        Vector.empty(),
                                        Option.none()));
    }
}
