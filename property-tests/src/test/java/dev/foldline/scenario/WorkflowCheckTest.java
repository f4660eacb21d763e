package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Ralph.Rebasing;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is wrong with a workflow is found before it runs; each kind of problem is planted once. */
class WorkflowCheckTest {
    private static final GateSpec GATE = new GateSpec(OnReject.REDO);
    private static final Phase PLAN = phase("plan", ask("planner", "plan"));
    private static final Phase SENT = phase("sent", clean()).whenSent();

    @ParameterizedTest
    @EnumSource(Rebasing.class)
    void ralph_is_valid_for_all_options(Rebasing rebasing) {
        Vector.of(POLICY, CHECKED)
                .forEach(
                        policy ->
                                assertThat(
                                                WorkflowCheck.problems(
                                                        ralph(
                                                                options ->
                                                                        new Ralph.Options(
                                                                                3,
                                                                                2,
                                                                                true,
                                                                                Vector.of(
                                                                                        "planning",
                                                                                        "development",
                                                                                        "review",
                                                                                        "fix",
                                                                                        "commit"),
                                                                                rebasing,
                                                                                options.care(),
                                                                                options.fixCare(),
                                                                                false),
                                                                policy)))
                                        .isEmpty());
    }

    @Test
    void a_role_without_agents_is_reported_once_for_each_phase() {
        var nobody = Policy.DEFAULT;
        var problems =
                WorkflowCheck.problems(ralph(options -> options, nobody))
                        .map(WorkflowProblem::toString);
        assertThat(problems)
                .contains(
                        "iterate/planning: role planner has no agents",
                        "iterate/development: role analyst has no agents")
                .doesNotHaveDuplicates();
    }

    @Test
    void a_workflow_has_stages_and_each_its_own_name() {
        assertThat(of()).containsExactly("planted: has no stages");
        assertThat(of(once("all", phases(PLAN)), once("all", phases(PLAN))))
                .containsExactly("planted: has two stages of the same name");
    }

    @Test
    void a_stage_has_phases_and_each_its_own_name() {
        assertThat(of(once("all", phases()))).containsExactly("all: has no phases");
        assertThat(of(once("all", phases(PLAN, PLAN))))
                .containsExactly("all: has two phases of the same name");
    }

    @Test
    void a_stage_cannot_run_less_than_never() {
        assertThat(of(times("all", -1, phases(PLAN)))).containsExactly("all: cannot run -1 times");
        assertThat(of(times("all", 0, phases(PLAN)))).isEmpty();
    }

    @Test
    void the_phase_that_makes_items_done_is_one_of_its_stage() {
        assertThat(of(new Stage("all", new LoopCondition.EachItem("items", "merge"), phases(PLAN))))
                .containsExactly("all: makes its items done after merge, which it does not have");
    }

    @Test
    void a_phase_with_an_incoming_route_needs_a_sender() {
        assertThat(of(phases(PLAN, SENT))).containsExactly("all/sent: no route leads here");
        assertThat(of(phases(deciding(new Route.To("sent")), SENT))).isEmpty();
    }

    @Test
    void every_label_has_a_route_and_every_route_a_label() {
        assertThat(
                        of(
                                phases(
                                        phase("plan", ask("planner", "plan", "good", "bad"))
                                                .route("good", PROCEED))))
                .containsExactly("all/plan: label bad has no route");
        assertThat(of(phases(PLAN.route("odd", PROCEED))))
                .containsExactly("all/plan: no step says odd");
    }

    @Test
    void a_label_of_two_artifacts_may_lead_to_two_places() {
        var both =
                phase(
                        "plan",
                        ask("planner", "plan", "good", "bad"),
                        ask("planner", "tests", "good", "bad"));
        assertThat(
                        of(
                                phases(
                                        both.route("good", PROCEED)
                                                .route("plan.bad", MORE)
                                                .route("tests.bad", new Route.Halt("no tests")))))
                .isEmpty();
        assertThat(of(phases(both.route("good", PROCEED).route("plan.bad", MORE))))
                .containsExactly("all/plan: label bad has no route");
        assertThat(
                        of(
                                phases(
                                        both.route("good", PROCEED)
                                                .route("bad", MORE)
                                                .route("other.bad", PROCEED))))
                .containsExactly("all/plan: no step says other.bad");
    }

    @Test
    void more_of_the_work_needs_a_worker_and_a_budget() {
        assertThat(
                        of(
                                phases(
                                        deciding(MORE)
                                                .retryPolicy(
                                                        PhaseRetryPolicy.DEFAULT
                                                                .withContinuationsMax(0)))))
                .containsExactly(
                        "all/plan: has no agent to continue its work, or no continuations");
        assertThat(
                        of(
                                phases(
                                        phase(
                                                        "look",
                                                        gitRelyingOn(
                                                                Option.none(),
                                                                GitOperation.INSPECT,
                                                                "odd"))
                                                .route("odd", MORE))))
                .containsExactly(
                        "all/look: has no agent to continue its work, or no continuations");
    }

    @Test
    void a_route_forward_leads_forward_in_its_stage() {
        assertThat(of(phases(PLAN, deciding("review", new Route.To("plan")))))
                .containsExactly(
                        "all/review: goes to plan, which does not lie ahead in this stage");
        assertThat(of(phases(deciding(new Route.To("nowhere")))))
                .containsExactly(
                        "all/plan: goes to nowhere, which does not lie ahead in this stage");
    }

    @Test
    void no_route_bypasses_a_gate() {
        assertThat(of(phases(deciding(new Route.To("sent")).gate(GATE), SENT)))
                .containsExactly("all/plan: would go around its gate to sent");
        assertThat(of(phases(deciding(new Route.Back("all", 1)).gate(GATE))))
                .containsExactly("all/plan: would go around its gate back to all");
        assertThat(
                        of(
                                phases(
                                        deciding(new Route.To("sent")),
                                        phase("between", clean()).gate(GATE),
                                        SENT)))
                .containsExactly("all/plan: goes to sent around a gate");
    }

    @Test
    void a_tool_bypasses_no_gate_either() {
        var external =
                new Step.WorkerRequest(
                        "do it",
                        Step.Accepts.SUBMIT,
                        "",
                        Vector.empty(),
                        Vector.of(new Step.Unlock("skip", 3, new Route.To("sent"))));
        assertThat(of(phases(phase("work", Vector.<Step>of(external)).gate(GATE), SENT)))
                .containsExactly("all/work: would go around its gate to sent");
    }

    @Test
    void a_route_back_leads_back_and_is_bounded() {
        assertThat(
                        of(
                                once("first", phases(deciding(new Route.Back("second", 1)))),
                                once("second", phases(PLAN))))
                .containsExactly("first/plan: goes back to second, which does not lie behind");
        assertThat(of(phases(deciding(new Route.Back("all", 0)))))
                .containsExactly("all/plan: may go back 0 times");
    }

    @Test
    void every_role_that_is_prompted_or_called_has_agents() {
        assertThat(
                        of(
                                phases(
                                        phase(
                                                "plan",
                                                clean(),
                                                Vector.of(new Step.Prompt("stranger", "plan"))))))
                .containsExactly("all/plan: role stranger has no agents");
        assertThat(of(phases(phase("plan", clean(), call("stranger", "plan")))))
                .containsExactly("all/plan: role stranger has no agents");
    }

    @Test
    void a_call_is_prompted_in_its_own_segment() {
        assertThat(of(phases(phase("plan", clean(), Vector.of(new Step.Agent("planner"))))))
                .containsExactly("all/plan: calls planner without a prompt");
        assertThat(
                        of(
                                phases(
                                        phase(
                                                "plan",
                                                clean(),
                                                Vector.of(new Step.Prompt("planner", "plan")),
                                                clean(),
                                                Vector.of(new Step.Agent("planner"))))))
                .containsExactly("all/plan: calls planner without a prompt");
    }

    @Test
    void a_collected_artifact_has_been_cleaned_and_is_produced_by_a_step() {
        assertThat(of(phases(phase("plan", clean(), call("planner", "plan"), collect("plan")))))
                .containsExactly("all/plan: collects plan without cleaning it first");
        assertThat(of(phases(phase("plan", clean("plan"), collect("plan")))))
                .containsExactly("all/plan: collects plan, which no step produces");
    }

    @Test
    void every_check_is_defined() {
        assertThat(of(phases(phase("check", check("checks")))))
                .containsExactly("all/check: check checks is not defined");
        assertThat(
                        of(
                                phases(
                                        phase(
                                                "commit",
                                                gitRelyingOn(
                                                        Option.of("checks"),
                                                        GitOperation.COMMIT)))))
                .containsExactly("all/commit: check checks is not defined");
    }

    @Test
    void limits_are_positive_and_waits_do_not_shrink() {
        Vector.of(
                        Limits.DEFAULT.withRewindsMax(0),
                        Limits.DEFAULT.withIdenticalMax(1),
                        Limits.DEFAULT.withSameAgentMax(0),
                        Limits.DEFAULT.withCyclesMax(0),
                        Limits.DEFAULT.withItemsMax(0))
                .forEach(
                        limits ->
                                assertThat(of(POLICY.withLimits(limits)))
                                        .as("%s", limits)
                                        .containsExactly("limits: must be positive"));
        Vector.of(
                        Limits.DEFAULT.withBackoffFirstMillis(0),
                        Limits.DEFAULT.withBackoffMaxMillis(999),
                        Limits.DEFAULT.withRestMillis(0))
                .forEach(
                        limits ->
                                assertThat(of(POLICY.withLimits(limits)))
                                        .as("%s", limits)
                                        .containsExactly(
                                                "limits: waits must be positive, the longest not"
                                                        + " below the first"));
    }

    @Test
    void recovery_is_finite_escalates_and_rewinds_to_counted_turns() {
        assertThat(of(recovering(POLICY.recovery().withAttemptsMax(-1))))
                .containsExactly("recovery: attempts must not be negative");
        assertThat(of(recovering(POLICY.recovery().withRewindFrom(3))))
                .containsExactly("recovery: levels must rise with the attempts");
        assertThat(of(recovering(POLICY.recovery().withFixer(Option.of("stranger")))))
                .containsExactly("recovery: its fixer stranger has no agents");
        assertThat(of(recovering(POLICY.recovery().withRewindStage(Option.of("nowhere")))))
                .containsExactly("recovery: rewinds to nowhere, which is not a counted stage");
    }

    @Test
    void all_problems_are_reported_at_once() {
        assertThat(of(phases(phase("plan", collect("plan")), SENT))).hasSize(3);
    }

    private static Phase deciding(Route route) {
        return deciding("plan", route);
    }

    private static Phase deciding(String id, Route route) {
        return phase(id, ask("planner", "plan", "odd")).route("odd", route);
    }

    private static Policy recovering(RecoveryPolicy changed) {
        return POLICY.withRecovery(changed);
    }

    private static Vector<String> of(Policy policy) {
        return found(ralph(1, 0, policy));
    }

    private static Vector<String> of(Vector<Phase> phases) {
        return of(once("all", phases));
    }

    private static Vector<String> of(Stage... stages) {
        return found(
                new Workflow(
                        "planted",
                        1,
                        Vector.of(stages),
                        POLICY.withRecovery(RecoveryPolicy.DEFAULT)));
    }

    private static Vector<String> found(Workflow workflow) {
        return WorkflowCheck.problems(workflow).map(WorkflowProblem::toString);
    }
}
