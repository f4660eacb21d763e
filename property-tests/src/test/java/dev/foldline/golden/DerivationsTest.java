package dev.foldline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.ExplanationPage;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.arbitrary.Walk;
import dev.foldline.core.Derivation;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.reduce.Derivations;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;

/** The transitions that follow from a new state, as the golden logs show them. */
class DerivationsTest {

    /** A derivation, and an event after which it applied. */
    private record AppliedDerivation(GoldenLog log, ReplayStep step) {}

    private static HashMap<String, AppliedDerivation> applied() throws IOException {
        var found = new HashMap<String, AppliedDerivation>();
        for (var log : GoldenLog.all().toList()) {
            var steps = new ArrayList<ReplayStep>();
            log.history().walk(steps::add);
            for (var step : steps)
                step.before()
                        .ifPresent(
                                state ->
                                        Pipeline.derivations(state, step.event())
                                                .map(Derivation::name)
                                                .forEach(
                                                        name ->
                                                                found.putIfAbsent(
                                                                        name,
                                                                        new AppliedDerivation(
                                                                                log, step))));
        }
        return found;
    }

    @Test
    void explain_names_the_derivations_of_the_golden_logs() throws IOException {
        var found = applied();
        assertThat(found).containsKeys("conclude the recovery", "complete the children step");
        for (var each : found.entrySet()) {
            var page =
                    ExplanationPage.of(
                            each.getValue().log().history(),
                            OptionalLong.of(each.getValue().step().seq()));
            assertThat(page.text(new TextStyle(false)))
                    .contains("  derived   " + each.getKey() + "\n");
            assertThat(String.valueOf(page.document().get("derived"))).contains(each.getKey());
        }
    }

    /**
     * Children are started in the golden logs. An agent becomes available again during a wait only
     * if time passes while the run is paused; no walk does that. Tasks are added to workflows of
     * tasks only; their laws do that.
     */
    @Test
    void each_derivation_applies_in_some_walk() {
        var wanted =
                Derivations.IN_ORDER
                        .map(Derivation::name)
                        .reject(
                                name ->
                                        name.equals("complete the children step")
                                                || name.startsWith("retry with an agent")
                                                || name.equals(
                                                        "resolve the models of added tasks"));
        var found = new HashSet<String>();
        for (long seed = 1; seed <= 400 && !wanted.forAll(found::contains); seed++)
            for (var walk : List.of(Walk.of(seed), Walk.ofTask(seed), Walk.failingAlike(seed)))
                for (var step : walk.simulation().run().moments())
                    Pipeline.derivations(step.before(), step.event())
                            .map(Derivation::name)
                            .forEach(found::add);
        assertThat(found).containsAll(wanted);
    }
}
