package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.SimulationStep;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.HashMap;

/**
 * Law 18: a stage that runs until a label is left at the end of the turn that says so, and at no
 * other but its last.
 */
class TurnsProperties {

    @Property
    void a_stage_is_left_by_the_last_label_of_its_artifact_in_this_turn(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a stage is left by what its artifact said last")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var labels = new Labels();
                            for (var moment : run.moments()) {
                                labels.note(moment);
                                var before = moment.before();
                                var after = moment.after().at();
                                if (!(before.stage().map(stage -> stage.turns()).getOrNull()
                                        instanceof
                                        LoopCondition.Until(var max, var artifact, var label)))
                                    continue;
                                if (!after.isAfter(before.at()) || isWithin(before.at(), after))
                                    continue;
                                boolean stated = labels.isStated(artifact, label, before.at());
                                boolean goesOn = after.stage() == before.at().stage();
                                boolean hasMore =
                                        before.at().turn() + 1 < max
                                                && moment.after()
                                                        .workflow()
                                                        .stages()
                                                        .get(before.at().stage())
                                                        .phases()
                                                        .exists(
                                                                phase ->
                                                                        phase.entry()
                                                                                instanceof
                                                                                PhaseEntry.Always);
                                require(
                                        !goesOn || !stated,
                                        moment,
                                        "another turn follows, though "
                                                + artifact
                                                + " said "
                                                + label);
                                require(
                                        goesOn || stated || !hasMore,
                                        moment,
                                        "the stage is left, though "
                                                + artifact
                                                + " did not say "
                                                + label);
                            }
                        });
    }

    private static boolean isWithin(Position before, Position after) {
        return before.stage() == after.stage() && before.turn() == after.turn();
    }

    /** What artifacts said, and where: what the log tells, whatever the state makes of it. */
    private static final class Labels {
        private record Label(Position at, String text) {}

        private final HashMap<String, Label> labels = new HashMap<>();

        void note(SimulationStep moment) {
            var before = moment.before();
            var after = moment.after();
            if (before == after) return;
            if (moment.event() instanceof ArtifactAccepted event && collects(before, event))
                labels.put(event.artifact(), new Label(before.at(), event.label()));
            boolean back =
                    !after.at().isAfter(before.at())
                            && !(after.at().equals(before.at())
                                    && after.revision() == before.revision());
            if (back) labels.values().removeIf(label -> !after.at().isAfter(label.at()));
        }

        private static boolean collects(PipelineState state, ArtifactAccepted event) {
            return state.currentStep()
                    .exists(
                            step ->
                                    step instanceof Step.Collect(var name, var labels, _)
                                            && name.equals(event.artifact())
                                            && labels.contains(event.label()));
        }

        boolean isStated(String artifact, String label, Position at) {
            var last = labels.get(artifact);
            return last != null && last.text().equals(label) && isWithin(last.at(), at);
        }
    }
}
