package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command.Call;
import dev.foldline.core.command.Command.RetryHalted;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/**
 * A worker outside pulls its instruction and submits its work; work items are gone through one by
 * one.
 */
class PullTest {

    private static Vector<Step> get() {
        return Vector.of(
                new Step.WorkerRequest("do it", Accepts.GET, "", Vector.empty(), Vector.empty()));
    }

    private static Vector<Step> submit() {
        return Vector.of(
                new Step.WorkerRequest(
                        "hand it in",
                        Accepts.SUBMIT,
                        "verdict",
                        Vector.of("done", "again", "unclear"),
                        Vector.of(new Step.Unlock("give-up", 2, new Route.Halt("given up")))));
    }

    private static final Workflow PULLED =
            new Workflow(
                    "pulled",
                    1,
                    Vector.of(
                            once(
                                    "work",
                                    phases(
                                            routed(
                                                    phase(
                                                            "step",
                                                            get(),
                                                            submit(),
                                                            check(BuiltinWorkflows.CHECKS)))))),
                    CHECKED);

    private static Phase routed(Phase phase) {
        return phase.route("done", PROCEED)
                .route("again", new Route.Back("work", 1))
                .route("unclear", new Route.Fail("unclear"))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Call pull() {
        return calls(CallKind.GET, "", LinkedHashMap.empty());
    }

    private static Call handIn(String verdict) {
        return calls(CallKind.SUBMIT, "", LinkedHashMap.of("verdict", verdict));
    }

    private static Call tool(String name) {
        return calls(CallKind.TOOL, name, LinkedHashMap.empty());
    }

    private static Call calls(CallKind kind, String tool, Map<String, String> arguments) {
        return new Call("request", kind, tool, arguments, Instant.EPOCH);
    }

    @Test
    void work_is_pulled_submitted_and_checked_in_this_order() {
        walk(PULLED)
                .toEnd()
                .says(pull())
                .toEnd()
                .says(handIn("done"))
                .toEnd()
                .completes()
                .does(1, checking());
    }

    @Test
    void a_call_of_the_wrong_kind_or_without_its_argument_is_refused() {
        var walk = walk(PULLED).toEnd();
        assertThat(walk.isRefused(handIn("done")).message()).isEqualTo("Expected is get");
        walk.says(pull()).toEnd();
        assertThat(walk.isRefused(pull()).message())
                .isEqualTo("Expected is submit with verdict one of done, again, unclear");
        assertThat(walk.isRefused(handIn("perhaps")).code()).isEqualTo(Code.NOT_EXPECTED);
        assertThat(walk.isRefused(tool("other")).message())
                .isEqualTo("No tool other is offered now");
    }

    @Test
    void no_call_is_expected_before_the_instruction_or_after_the_end_of_the_run() {
        assertThat(walk(PULLED).isRefused(pull()).message()).isEqualTo("No call is expected now");
        var over =
                walk(PULLED).toEnd().says(pull()).toEnd().says(handIn("done")).toEnd().completes();
        assertThat(over.isRefused(pull()))
                .extracting("code", "message")
                .containsExactly(Code.ENDED, "Cannot call: terminated");
    }

    @Test
    void a_failed_check_instructs_again_and_is_counted_until_it_passes() {
        var walk =
                walk(PULLED)
                        .but(checking().first(2).fails(Fault.Kind.CHECK_FAILED))
                        .toEnd()
                        .says(pull())
                        .toEnd();
        walk.says(handIn("done")).toEnd();
        assertThat(walk.state().slots().retry())
                .isInstanceOfSatisfying(
                        Retry.Running.class,
                        again -> assertThat(again.setback().number()).isEqualTo(1));
        walk.says(handIn("done")).toEnd();
        assertThat(walk.state().slots().retry())
                .isInstanceOfSatisfying(
                        Retry.Running.class,
                        again -> assertThat(again.setback().number()).isEqualTo(2));
        walk.says(handIn("done")).toEnd().completes().does(3, checking());
    }

    @Test
    void a_tool_is_locked_below_its_count_and_routes_from_there() {
        var walk =
                walk(PULLED)
                        .but(checking().first(2).fails(Fault.Kind.CHECK_FAILED))
                        .toEnd()
                        .says(pull())
                        .toEnd();
        assertThat(walk.isRefused(tool("give-up")))
                .extracting("code", "message")
                .containsExactly(Code.LOCKED, "Locked: give-up needs 2 attempts, made 0");
        walk.says(handIn("done")).toEnd();
        assertThat(walk.isRefused(tool("give-up")).message())
                .isEqualTo("Locked: give-up needs 2 attempts, made 1");
        walk.says(handIn("done"))
                .toEnd()
                .says(tool("give-up"))
                .toEnd()
                .halts(Fault.Kind.NEEDS_PERSON);
    }

    @Test
    void a_counted_route_back_ends_at_its_limit_and_the_user_renews_it() {
        var walk =
                walk(PULLED)
                        .toEnd()
                        .says(pull())
                        .toEnd()
                        .says(handIn("again"))
                        .toEnd()
                        .says(pull())
                        .toEnd();
        assertThat(walk.state().usage().routeUses().get("work/step/again")).contains(1);
        walk.says(handIn("again"))
                .toEnd()
                .halts(Fault.Kind.NEEDS_PERSON)
                .says(new RetryHalted())
                .toEnd();
        assertThat(walk.state().usage().routeUses()).isEmpty();
        walk.says(pull())
                .toEnd()
                .says(handIn("again"))
                .toEnd()
                .says(pull())
                .toEnd()
                .says(handIn("done"))
                .toEnd()
                .completes();
    }

    @Test
    void items_are_processed_in_order_and_tags_decide_which_enter_a_phase() {
        var plan =
                phase("plan", clean("plan"), call("planner", "plan"), collectItems("plan", "todo"));
        var make = phase("make", ask("developer", "made"));
        var polish =
                phase("polish", ask("reviewer", "polished"))
                        .entry(new PhaseEntry.WhenTagged(Vector.of("shiny"), Vector.of("plain")));
        var each =
                new Stage("each", new LoopCondition.EachItem("todo", "make"), phases(make, polish));
        var walk =
                walk(new Workflow(
                                "items", 1, Vector.of(once("first", phases(plan)), each), CHECKED))
                        .but(
                                collecting("plan")
                                        .answers(
                                                (effect, world) ->
                                                        planned((CollectArtifact) effect, world)))
                        .toEnd()
                        .completes();
        assertThat(walk.phases())
                .containsExactly(
                        "first.0.plan",
                        "each.0.make",
                        "each.1.make",
                        "each.1.polish",
                        "each.2.make");
        assertThat(walk.state().items().list("todo"))
                .allMatch(item -> item.status() instanceof Item.Done);
    }

    private static ArtifactAccepted planned(CollectArtifact effect, ScenarioEnvironment world) {
        var items = Vector.of(item("a", "plain"), item("b", "shiny"), item("c", "shiny", "plain"));
        return new ArtifactAccepted(world.ticket(), effect.artifact(), "content", "", items);
    }

    private static Item item(String id, String... tags) {
        return new Item(id, id, Vector.of(tags), Item.TODO);
    }
}
