package dev.foldline.scenario.feature;

import static dev.foldline.scenario.feature.FeatureScenario.allowing;
import static dev.foldline.scenario.feature.FeatureScenario.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import io.vavr.collection.Vector;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which phases wait for a person: every combination of what is allowed. */
class GateTableTest {
    private static final Vector<String> NONE = Vector.empty();

    /** The specification's table, written out: allowed of {requirements, plan, merge}, and who waits. */
    static Stream<Arguments> combinations() {
        return Stream.of(
                row(allowing(),                                "requirements", "plan", "implement", "merge"),
                row(allowing("requirements"),                  "plan", "implement", "merge"),
                row(allowing("plan"),                          "requirements", "implement", "merge"),
                row(allowing("merge"),                         "requirements", "plan", "implement"),
                row(allowing("requirements", "plan"),          "implement", "merge"),
                row(allowing("requirements", "merge"),         "plan", "implement"),
                row(allowing("plan", "merge"),                 "requirements", "implement"),
                row(allowing("requirements", "plan", "merge")),
                row(Gates.ABSENT));
    }

    private static Arguments row(Gates gates, String... waits) { return Arguments.of(gates, Vector.of(waits)); }

    @ParameterizedTest
    @MethodSource("combinations")
    void S2_03_S2_04_exactly_the_phases_of_the_table_wait(Gates gates, Vector<String> waits) {
        assertThat(Feature.GATED.filter(gates::holds)).isEqualTo(waits);
        assertThat(openings(gates)).isEqualTo(waits.remove("merge"));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void S2_04_allowing_implement_takes_its_gate_away_and_no_other(Gates gates, Vector<String> waits) {
        if (!(gates instanceof Gates.AllBut(var allowed))) return;
        var free = new Gates.AllBut(allowed.append("implement"));
        assertThat(Feature.GATED.filter(free::holds)).isEqualTo(waits.remove("implement"));
    }

    @Test
    void S2_01_a_run_without_gates_waits_for_nothing_and_runs_every_phase_once() {
        var telling = run(Gates.ABSENT);
        telling.walk().completes();
        assertThat(telling.calls()).isEqualTo(5);
        assertThat(Vector.of("analyze", "requirements", "research", "plan", "implement").map(telling::calls)).containsOnly(1);
    }

    @Test
    void S2_02_a_run_with_all_gates_allowed_runs_the_same_phases() {
        var telling = run(allowing("requirements", "plan", "merge"));
        telling.walk().completes();
        assertThat(telling.calls()).isEqualTo(5);
        assertThat(telling.walk().phases()).isEqualTo(run(Gates.ABSENT).walk().phases());
    }

    @Test
    void the_named_phases_alone_wait() {
        assertThat(openings(new Gates.Only(Vector.of("plan")))).containsExactly("plan");
        assertThat(openings(new Gates.Only(NONE))).isEmpty();
    }

    /** The gates that open while a person approves each. */
    private static Vector<String> openings(Gates gates) {
        var telling = run(gates);
        var opened = NONE;
        while (telling.asks().isDefined()) {
            opened = opened.append(telling.asks().get());
            telling.approve();
        }
        telling.walk().completes();
        return opened;
    }
}
