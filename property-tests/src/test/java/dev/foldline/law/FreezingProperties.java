package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 12: freezing is transparent. */
class FreezingProperties {

    @Property
    void frozen_and_approved_later_is_as_if_it_had_never_been_frozen(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("freezing is transparent")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var moments = run.moments();
                            var luck = SeededRandom.of(walk.seed()).fork("freeze");
                            for (int i = 0; i < Math.min(20, moments.size()); i++) {
                                int from = luck.below(moments.size());
                                var state = moments.get(from).after();
                                if (state.lifecycle() instanceof Lifecycle.Ended
                                        || state.slots().gate() instanceof GateSlot.Open) continue;
                                var froze =
                                        Pipeline.reduce(
                                                state,
                                                new InputEvent.Frozen(
                                                        state.header().lastInput() + 1,
                                                        "look",
                                                        "let me see"));
                                int to = from;
                                while (to + 1 < moments.size()
                                        && arrivesAnyway(moments.get(to + 1))) to++;
                                var plain = state;
                                for (int k = from + 1; k <= to; k++) {
                                    plain = Pipeline.reduce(plain, moments.get(k).event());
                                    froze = Pipeline.reduce(froze, moments.get(k).event());
                                }
                                if (plain.lifecycle() instanceof Lifecycle.Ended) continue;
                                if (!(froze.slots().gate() instanceof GateSlot.Open(var gate)))
                                    throw new FailedLaw(to + 1, "the freeze was lost");
                                var thawed =
                                        Pipeline.reduce(
                                                froze,
                                                new InputEvent.GateApproved(
                                                        froze.header().lastInput() + 1,
                                                        gate.id(),
                                                        gate.instance(),
                                                        gate.revision(),
                                                        "",
                                                        true));
                                require(
                                        apartFromGates(thawed).equals(apartFromGates(plain)),
                                        moments.get(to),
                                        "it differs: " + thawed + " from " + plain);
                            }
                        });
    }

    /**
     * What comes in although nothing is begun: whatever was under way reports, to this driver or
     * the next.
     */
    private static boolean arrivesAnyway(SimulationStep next) {
        return !next.before().isFree() && !(next.event() instanceof InputEvent);
    }

    private static PipelineState apartFromGates(PipelineState state) {
        return state.withHeader(state.header().withLastInput(0))
                .withLedger(state.ledger().withResolutions(Vector.empty()));
    }

    @Property
    void a_frozen_run_starts_nothing(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a frozen run begins nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            if (!(state.lifecycle() instanceof Lifecycle.Running)
                                    || !state.isFree()
                                    || state.slots().gate() instanceof GateSlot.Open) return;
                            var froze =
                                    Pipeline.reduce(
                                            state,
                                            new InputEvent.Frozen(
                                                    state.header().lastInput() + 1, "look", ""));
                            require(
                                    Pipeline.determineNextEffect(froze) instanceof Control.Wait,
                                    moment,
                                    "it goes on: " + Pipeline.determineNextEffect(froze));
                        });
    }

    @Property
    void a_freeze_can_be_approved_and_rejected_only_once(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a freeze is resolved once")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            Pipeline.admit(state, new Command.Freeze("look", "why"))
                                    .forEach(
                                            frozen -> {
                                                var held = Pipeline.reduce(state, frozen);
                                                require(
                                                        held.slots().gate()
                                                                        instanceof
                                                                        GateSlot.Open(var gate)
                                                                && gate.origin()
                                                                        == Gate.Origin.FREEZE,
                                                        moment,
                                                        "it did not freeze");
                                                require(
                                                        Pipeline.admit(
                                                                        held,
                                                                        new Command.Freeze(
                                                                                "other", "why"))
                                                                .isLeft(),
                                                        moment,
                                                        "frozen twice");
                                                Pipeline.admit(
                                                                held,
                                                                new Command.Approve(
                                                                        "look", Shown.NOTHING, ""))
                                                        .forEach(
                                                                approved -> {
                                                                    var freed =
                                                                            Pipeline.reduce(
                                                                                    held, approved);
                                                                    require(
                                                                            Pipeline.reduce(
                                                                                            freed,
                                                                                            approved)
                                                                                    == freed,
                                                                            moment,
                                                                            "approved twice");
                                                                    require(
                                                                            Pipeline.admit(
                                                                                            freed,
                                                                                            new Command
                                                                                                    .Approve(
                                                                                                    "look",
                                                                                                    Shown
                                                                                                            .NOTHING,
                                                                                                    ""))
                                                                                    .isLeft(),
                                                                            moment,
                                                                            "admitted twice");
                                                                });
                                            });
                        });
    }
}
