package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The loop's contract: pure and total functions, and the order of what is unfinished. */
class LoopTest {
    private static final Fault FAULT = Fault.of(Fault.Kind.OUTPUT_INVALID, "not valid");
    private static final Setback SETBACK = new Setback(Retry.Kind.OUTPUT, 1, FAULT);

    @Test
    void S3_01_equal_states_have_equal_next_effects() {
        var reported = eventful();
        var replayed = states(reported.log());
        reported.beats()
                .forEach(
                        beat -> {
                            var twin = replayed.find(state -> state.equals(beat.before())).get();
                            assertThat(twin).isNotSameAs(beat.before());
                            assertThat(Pipeline.determineNextEffect(twin))
                                    .isEqualTo(beat.effect())
                                    .isEqualTo(Pipeline.determineNextEffect(twin));
                        });
    }

    @Test
    void S3_02_the_loop_leads_from_state_over_effect_and_event_to_state() {
        var walk = walk(ralph(1, 0)).until(agent("planner"));
        var effect = Pipeline.determineNextEffect(walk.state());
        walk.step();
        assertThat(walk.beats().last().effect()).isEqualTo(effect);
        assertThat(states(walk.log()).last()).isEqualTo(walk.state());
    }

    @Test
    void S3_03_every_event_of_a_run_is_accepted_in_every_state_of_it() {
        var reported = eventful();
        var states = states(reported.log());
        states.forEach(
                state ->
                        reported.log()
                                .forEach(
                                        event ->
                                                assertThat(
                                                                Pipeline.determineNextEffect(
                                                                        Pipeline.reduce(
                                                                                state, event)))
                                                        .isNotNull()));
    }

    @Test
    void S3_04_the_most_urgent_decides_and_taking_it_away_shows_the_next() {
        var state = everythingPending();
        var order = new ArrayList<Priority>();
        for (PipelineState each : peeled(state)) order.add(Pipeline.decide(each).priority());
        assertThat(order)
                .containsExactly(
                        Priority.IN_FLIGHT,
                        Priority.HELD,
                        Priority.RECOVERY,
                        Priority.RETRY,
                        Priority.CONTINUATION,
                        Priority.NORMAL,
                        Priority.TRANSITION);
    }

    @Test
    void S3_04_an_output_retry_outranks_the_continuation_and_leaves_it() {
        var walk = walk(ralph(1, 0)).until(agent("developer"));
        var both =
                walk.state()
                        .withContinuation(new Continuation.Running(Continuation.Kind.MORE, 1))
                        .withRetry(new Retry.Due(SETBACK));
        var cleaned =
                Pipeline.reduce(
                        both,
                        walk.world()
                                .answering(both.header().ticket())
                                .answer(Pipeline.determineNextEffect(both)));
        assertThat(Pipeline.decide(both).priority()).isEqualTo(Priority.RETRY);
        assertThat(cleaned.slots().retry()).isEqualTo(new Retry.Running(SETBACK));
        assertThat(cleaned.slots().continuation())
                .isEqualTo(new Continuation.Running(Continuation.Kind.MORE, 1));
    }

    @Test
    void S3_05_ending_outranks_recovery_retry_continuation_and_work() {
        var state =
                walk(ralph(1, 0))
                        .until(agent("developer"))
                        .state()
                        .withContinuation(new Continuation.MoreDue(1))
                        .withRetry(
                                new Retry.Waiting(
                                        SETBACK, ScenarioEnvironment.DAWN.plusSeconds(60)));
        assertThat(Pipeline.decide(state).rule()).isEqualTo("wait until the retry is due");
        assertThat(
                        Pipeline.decide(
                                        state.withRecovery(
                                                new Recovery.Ending(new Outcome.Aborted("enough"))))
                                .rule())
                .isEqualTo("save uncommitted work before the end");
        assertThat(
                        Pipeline.decide(
                                        state.withRecovery(
                                                new Recovery.FixDue(
                                                        new Failure(state.at(), FAULT, 1))))
                                .rule())
                .isEqualTo("write the fixer's prompt");
    }

    @Test
    void S3_05_a_retry_is_one_slot_so_no_two_kinds_of_it_are_pending() {
        assertThat(Retry.class.getPermittedSubclasses())
                .extracting(Class::getSimpleName)
                .containsExactlyInAnyOrder("Idle", "Waiting", "Due", "Running");
    }

    @Test
    void S3_06_a_retry_cleans_the_required_files_first() {
        var walk =
                walk(ralph(1, 0))
                        .but(collecting("development_result").on(1).isRefused())
                        .past(collecting("development_result"));
        walk.nextIs("clean, then retry");
        assertThat(walk.next().effect())
                .isInstanceOfSatisfying(
                        CleanArtifacts.class,
                        clean ->
                                assertThat(clean.artifacts())
                                        .containsExactly("development_result"));
    }

    @Test
    void S3_06_each_of_the_required_files_is_cleaned_before_its_retry() {
        Vector.of("plan", "development_result", "commit_message", "issues", "fix_result")
                .forEach(
                        artifact -> {
                            var walk =
                                    walk(ralph(1, 1))
                                            .but(
                                                    collecting("issues").says("issues"),
                                                    collecting(artifact).on(1).isRefused())
                                            .past(collecting(artifact));
                            assertThat(walk.next().effect())
                                    .isInstanceOfSatisfying(
                                            CleanArtifacts.class,
                                            clean ->
                                                    assertThat(clean.artifacts())
                                                            .containsExactly(artifact));
                        });
    }

    /** A run with setbacks, a recovery, a pause and a gate. */
    private static ScenarioRun eventful() {
        return walk(checkedRalph(2, 1))
                .but(
                        collecting("issues").says("issues"),
                        collecting("plan").on(1).isRefused(),
                        collecting("development_result").on(1).says("partial"),
                        agent("analyst").on(2).fails(Fault.Kind.TIMEOUT),
                        committing().on(1).fails(Fault.Kind.GIT))
                .until(prompting("committer"))
                .says(new Command.Pause(Lifecycle.Urgency.WHEN_DONE))
                .says(new Command.Resume())
                .says(new Command.Freeze("look", "let me see"))
                .says(new Command.Approve("look", Command.Shown.NOTHING, "fine"))
                .toEnd()
                .completes();
    }

    private static Vector<PipelineState> states(Vector<Event> log) {
        return log.tail()
                .scanLeft(Pipeline.start((RunEvent.RunStarted) log.head()), Pipeline::reduce);
    }

    /** At a step, with every slot filled: built by hand, since no run fills them all. */
    private static PipelineState everythingPending() {
        var walk =
                walk(ScenarioWorkflows.gatedRalph("planning")).past(EffectSelector.openingGate());
        var gate = walk.state().slots().gate();
        walk.says(new Command.Approve("planning", Command.Shown.NOTHING, ""))
                .during(agent("developer"));
        var state = walk.state();
        return state.withGate(gate)
                .withRecovery(new Recovery.FixDue(new Failure(state.at(), FAULT, 1)))
                .withRetry(new Retry.Due(SETBACK))
                .withContinuation(new Continuation.MoreDue(1));
    }

    private static List<PipelineState> peeled(PipelineState all) {
        var free = all.withInFlight(InFlight.IDLE);
        var going = free.withGate(GateSlot.IDLE);
        var sound = going.withRecovery(Recovery.IDLE);
        var fresh = sound.withRetry(Retry.IDLE);
        var working = fresh.withContinuation(Continuation.IDLE);
        return List.of(
                all,
                free,
                going,
                sound,
                fresh,
                working,
                working.withCursor(new Cursor.Arrived(working.at())));
    }
}
