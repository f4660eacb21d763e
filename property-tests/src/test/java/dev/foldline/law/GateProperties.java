package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.ArtifactReplaced;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/** Law 10: nothing passes a gate without the word of a person about this very revision. */
class GateProperties {

    @Property
    void a_gated_phase_is_left_forward_only_with_approval_of_its_revision(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("nothing passes an unapproved revision")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var before = moment.before();
                            boolean gated =
                                    before.phase().exists(phase -> phase.gate().isDefined());
                            if (!gated || !isForward(moment)) return;
                            require(
                                    isWordOn(moment, before),
                                    moment,
                                    "it left "
                                            + before.phaseKey()
                                            + " revision "
                                            + before.revision());
                        });
    }

    /** Out of the phase, and not by a way back. */
    private static boolean isForward(SimulationStep moment) {
        var from = moment.before().at();
        var to = moment.after().at();
        return to.isAfter(from)
                && (to.stage() != from.stage()
                        || to.turn() != from.turn()
                        || to.phase() != from.phase());
    }

    private static boolean isWordOn(SimulationStep moment, PipelineState before) {
        if (moment.event() instanceof GateOpened(_, var passing))
            return before.ledger().isApprovedBeforehand(passing.id())
                    && passing.revision() == before.revision();
        if (!(before.slots().gate() instanceof GateSlot.Open(var gate))) return false;
        boolean same = gate.origin() == Gate.Origin.PHASE && gate.revision() == before.revision();
        return same
                && switch (moment.event()) {
                    case GateApproved e -> e.instance().equals(gate.instance());
                    case GateRejected e ->
                            e.instance().equals(gate.instance())
                                    && gate.onReject() == OnReject.CONTINUE;
                    default -> false;
                };
    }

    @Property
    void a_stale_or_repeated_resolution_changes_nothing_in_reduce_alone(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a stale resolution changes nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            long n = state.header().lastInput() + 1;
                            var open =
                                    state.slots().gate() instanceof GateSlot.Open(var gate)
                                            ? Option.of(gate)
                                            : Option.<Gate>none();
                            var id = open.map(Gate::id).getOrElse("p0");
                            var instance = open.map(Gate::instance).getOrElse("p0-1");
                            long revision = open.map(Gate::revision).getOrElse(1L);
                            unchanged(
                                    moment,
                                    state,
                                    new GateApproved(n, id, instance, revision + 1, "", true));
                            unchanged(
                                    moment,
                                    state,
                                    new GateApproved(n, id, instance, revision - 1, "", false));
                            unchanged(
                                    moment,
                                    state,
                                    new GateApproved(n, id, instance + "x", revision, "", true));
                            unchanged(
                                    moment,
                                    state,
                                    new GateApproved(n, id + "x", instance, revision, "", true));
                            unchanged(
                                    moment,
                                    state,
                                    new GateRejected(n, id, instance, revision + 1, "no", true));
                            unchanged(
                                    moment,
                                    state,
                                    new GateRejected(n, id, instance + "x", revision, "no", true));
                            unchanged(
                                    moment,
                                    state,
                                    new GateRejected(n, id + "x", instance, revision, "no", true));
                            if (open.isEmpty())
                                unchanged(
                                        moment,
                                        state,
                                        new GateApproved(n, id, instance, revision, "", true));
                        });
    }

    @Property
    void S2_25_a_resolution_of_a_closed_or_older_opening_changes_nothing(
            @ForAll(supplier = Walks.GateAnswers.class) Walk walk) {
        law("a closed opening stays closed")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var closed = new ArrayList<Gate>();
                            for (var moment : run.moments()) {
                                var state = moment.after();
                                long n = state.header().lastInput() + 1;
                                if (moment.before().slots().gate()
                                                instanceof GateSlot.Open(var gate)
                                        && !state.slots()
                                                .gate()
                                                .equals(moment.before().slots().gate()))
                                    closed.add(gate);
                                for (var gate : closed) staysClosed(moment, gate, n);
                            }
                        });
    }

    private static void staysClosed(SimulationStep moment, Gate gate, long n) {
        var state = moment.after();

        unchanged(
                moment,
                state,
                new GateApproved(n, gate.id(), gate.instance(), gate.revision(), "", true));
        unchanged(
                moment,
                state,
                new GateRejected(n, gate.id(), gate.instance(), gate.revision(), "no", true));
        var exact = new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
        require(
                Pipeline.admit(state, new Command.Approve(gate.id(), exact, "")).isLeft(),
                moment,
                "approved again: " + gate);
        require(
                Pipeline.admit(state, new Command.Reject(gate.id(), exact, "no")).isLeft(),
                moment,
                "rejected again: " + gate);
    }

    /**
     * What is approved beforehand is the phase that a person named when granting the retry, and no
     * opening but its next.
     */
    @Property
    void S2_23_a_granted_retry_alone_approves_in_advance_and_only_once(
            @ForAll(supplier = Walks.GateAnswers.class) Walk walk) {
        law("nothing is approved beforehand unasked")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var before =
                                    moment.before()
                                            .ledger()
                                            .resolutions()
                                            .filter(
                                                    each ->
                                                            each.verdict()
                                                                    == Gate.Verdict.PRE_APPROVED);
                            var after =
                                    moment.after()
                                            .ledger()
                                            .resolutions()
                                            .filter(
                                                    each ->
                                                            each.verdict()
                                                                    == Gate.Verdict.PRE_APPROVED);
                            var passed =
                                    moment.event() instanceof GateOpened opened
                                                    && moment.after() != moment.before()
                                            ? before.filter(
                                                    each -> each.id().equals(opened.gate().id()))
                                            : before.take(0);
                            require(
                                    passed.forAll(each -> !after.contains(each)),
                                    moment,
                                    "approved beforehand, and still so: " + after);
                            if (after.equals(before)) return;
                            if (moment.event()
                                    instanceof InputEvent.RetryGranted(_, var phase, _)) {
                                require(
                                        after.map(Gate.Resolved::id).equals(phase.toVector()),
                                        moment,
                                        "approved beforehand: " + after);
                                return;
                            }
                            require(
                                    after.isEmpty()
                                            && moment.event() instanceof GateOpened(_, var gate)
                                            && gate.id().equals(before.get(0).id()),
                                    moment,
                                    "it came or went unasked");
                        });
    }

    @Property
    void a_gate_opens_once_and_only_for_the_work_that_was_done(
            @ForAll(supplier = Walks.GateAnswers.class) Walk walk) {
        law("a gate opens once")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof GateOpened(var ticket, var gate))
                                    || moment.after() == moment.before()) return;
                            var older =
                                    new Gate(
                                            gate.id(),
                                            gate.instance(),
                                            gate.revision() - 1,
                                            gate.tree(),
                                            gate.reason(),
                                            gate.onReject(),
                                            gate.origin(),
                                            gate.question());
                            require(
                                    Pipeline.reduce(moment.before(), new GateOpened(ticket, older))
                                            == moment.before(),
                                    moment,
                                    "opened for other work");
                            require(
                                    Pipeline.reduce(
                                                    moment.after(),
                                                    new GateOpened(ticket + 1, gate))
                                            == moment.after(),
                                    moment,
                                    "opened twice");
                        });
    }

    /** The laws of this page mean something only if much is said. */
    @Test
    void the_worded_walks_contain_many_inputs() {
        var said = new HashMap<Class<?>, Integer>();
        int words = 60; // enough to judge the generator by, however many the laws are tried with
        for (long seed = 1; seed <= words; seed++) {
            for (var moment : Walk.withMessages(seed).simulation().run().moments())
                if (moment.event() instanceof InputEvent e)
                    said.merge(e.getClass(), 1, Integer::sum);
        }
        for (Class<?> kind :
                List.of(
                        GateApproved.class,
                        GateRejected.class,
                        InputEvent.Frozen.class,
                        InputEvent.Paused.class,
                        InputEvent.Resumed.class))
            assertThat(said.getOrDefault(kind, 0))
                    .as(kind.getSimpleName())
                    .isGreaterThan(words / 5);
    }

    private static void unchanged(SimulationStep moment, PipelineState state, InputEvent event) {
        require(Pipeline.reduce(state, event) == state, moment, "taken: " + event);
    }

    @Property
    void admit_refuses_what_no_longer_shows_what_was_seen(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("admit refuses a stale resolution")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            if (!(state.slots().gate() instanceof GateSlot.Open(var gate))
                                    || state.lifecycle() instanceof Lifecycle.Ended) return;
                            var tree = Option.of("another tree");
                            for (var shown :
                                    new Shown[] {
                                        new Shown(Option.of("x"), Option.none(), Option.none()),
                                        new Shown(
                                                Option.none(),
                                                Option.of(gate.revision() + 1),
                                                Option.none()),
                                        new Shown(Option.none(), Option.none(), tree)
                                    }) {
                                require(
                                        Pipeline.admit(
                                                        state,
                                                        new Command.Approve(gate.id(), shown, ""))
                                                .isLeft(),
                                        moment,
                                        "admitted: " + shown);
                                require(
                                        Pipeline.admit(
                                                        state,
                                                        new Command.Reject(gate.id(), shown, "no"))
                                                .isLeft(),
                                        moment,
                                        "admitted: " + shown);
                            }
                            var exact =
                                    new Shown(
                                            Option.of(gate.instance()),
                                            Option.of(gate.revision()),
                                            gate.tree());
                            require(
                                    Pipeline.admit(
                                                    state,
                                                    new Command.Approve(gate.id(), exact, "yes"))
                                            .isRight(),
                                    moment,
                                    "refused though exact");
                        });
    }

    @Property
    void no_two_openings_are_the_same(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no two openings of a gate are the same")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var seen = new HashSet<String>();
                            for (var moment : run.moments()) {
                                opened(moment)
                                        .forEach(
                                                gate ->
                                                        require(
                                                                seen.add(gate.instance()),
                                                                moment,
                                                                "opened before: "
                                                                        + gate.instance()));
                            }
                        });
    }

    private static Option<Gate> opened(SimulationStep moment) {
        boolean opens =
                moment.before().slots().gate() instanceof GateSlot.Idle
                        && moment.after().slots().gate() instanceof GateSlot.Open;
        return opens && moment.after().slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(gate)
                : Option.none();
    }

    @Property
    void an_open_gate_is_closed_only_by_the_user_or_the_end_of_the_run(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("only a person or the run's end closes an open gate")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.before().slots().gate() instanceof GateSlot.Open)) return;
                            boolean spoken =
                                    moment.event() instanceof GateApproved
                                            || moment.event() instanceof GateRejected
                                            || moment.event() instanceof InputEvent.Aborted
                                            || moment.after().lifecycle()
                                                    instanceof Lifecycle.Ended;
                            require(
                                    spoken
                                            || isRevised(moment)
                                            || moment.after()
                                                    .slots()
                                                    .gate()
                                                    .equals(moment.before().slots().gate()),
                                    moment,
                                    "it closed or changed");
                        });
    }

    /** A replaced artifact is shown at the same opening, as the next revision. */
    private static boolean isRevised(SimulationStep moment) {
        return moment.event() instanceof ArtifactReplaced
                && moment.before().slots().gate() instanceof GateSlot.Open(var gate)
                && moment.after()
                        .slots()
                        .gate()
                        .equals(new GateSlot.Open(gate.revised(gate.revision() + 1)));
    }

    @Property
    void an_open_gate_prevents_every_start(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("while a gate is open nothing is begun")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            boolean open = moment.before().slots().gate() instanceof GateSlot.Open;
                            boolean begins =
                                    moment.after().header().ticket()
                                                            > moment.before().header().ticket()
                                                    && moment.before().isFree()
                                            || moment.event() instanceof EffectStarted;
                            require(!open || !begins, moment, "begun at an open gate");
                        });
    }

    @Property
    void a_gate_shows_the_revision_and_the_tree_that_are_there(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a gate shows what is there")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof GateOpened(_, var gate))
                                    || moment.after() == moment.before()
                                    || gate.question().isDefined()) return;
                            require(
                                    gate.revision() == moment.before().revision(),
                                    moment,
                                    "it shows revision " + gate.revision());
                            require(
                                    gate.tree()
                                            .equals(moment.before().ledger().repository().tree()),
                                    moment,
                                    "it shows another tree");
                        });
    }

    /** A rejection that terminates ends the run once its work is saved. */
    @Property
    void a_terminating_rejection_ends_the_run(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a terminating rejection ends the run")
                .holdsOn(
                        walk,
                        (run, _) ->
                                run.moments()
                                        .forEach(
                                                moment -> {
                                                    if (!(moment.event() instanceof GateRejected e)
                                                            || moment.after() == moment.before())
                                                        return;
                                                    if (!(moment.before().slots().gate()
                                                                    instanceof
                                                                    GateSlot.Open(var gate))
                                                            || gate.onReject()
                                                                    != OnReject.TERMINATE) return;
                                                    require(
                                                            moment.after().slots().recovery()
                                                                    instanceof Recovery.Ending,
                                                            moment,
                                                            "it goes on after " + e);
                                                    require(
                                                            begunAfter(run, moment) == 0,
                                                            moment,
                                                            "agents were called after it");
                                                }));
    }

    private static long begunAfter(SimulationResult run, SimulationStep rejected) {
        return run.moments().stream()
                .skip(rejected.number())
                .filter(
                        moment ->
                                moment.event() instanceof EffectStarted(_, var effect)
                                        && effect instanceof AgentEffect)
                .count();
    }
}
