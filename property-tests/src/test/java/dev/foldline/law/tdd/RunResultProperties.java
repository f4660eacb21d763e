package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.law.Occurrences;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What holds of every run of {@code tdd} whose agents the engine calls: the same as of one that is
 * pulled, and no call is lost.
 */
class RunResultProperties {
    private static final int WORDS = 60;

    @Property
    void the_same_submissions_lead_where_they_lead_when_they_are_pulled(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var pulled = SeededTddRun.pulled(luck.source());
        var driven = SeededTddRun.driven(luck.source());
        for (int word = 0; word < WORDS; word++) {
            pulled.submits();
            driven.submits();
            assertThat(driven.position()).as("word %s", word).isEqualTo(pulled.position());
        }
        assertThat(driven.checks()).isEqualTo(pulled.checks());
        Occurrences.require("a tool is used", driven.toolsUsed() > 0, 1);
    }

    @Property
    void S0_30_steps_only_move_forward_and_one_for_each_submission(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var run = new RandomDrivenRun(luck);
        while (run.goesOn()) {
            var before = run.state().items().done(Tdd.STEPS);
            run.submission();
            var after = run.state().items().done(Tdd.STEPS);
            assertThat(after).containsAll(before);
            assertThat(after.size() - before.size()).isBetween(0, 1);
        }
    }

    /**
     * Whatever happened to its calls meanwhile: failed, limited, unusable, crashed, another
     * agent's.
     */
    @Property
    void S0_37_the_count_is_that_of_failed_submissions_since_the_last_success(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var run = new RandomDrivenRun(luck);
        while (run.goesOn()) {
            int before = run.state().failures();
            var place = run.state().at().turn() + run.state().phaseKey();
            int refuted = run.submission();
            var stays =
                    place.equals(run.state().at().turn() + run.state().phaseKey())
                            && run.state().slots().recovery() instanceof Recovery.Idle;
            if (stays)
                assertThat(run.state().failures()).as("at %s", place).isEqualTo(before + refuted);
        }
    }

    @Property
    void S0_40_S0_41_a_tool_is_used_only_from_its_count_on(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        int used = 0;
        int refused = 0;
        var run = new RandomDrivenRun(luck);
        while (run.goesOn()) {
            int failures = run.state().failures();
            run.submission();
            if (run.replanned()) assertThat(failures).isGreaterThanOrEqualTo(6);
            used += run.replanned() ? 1 : 0;
            refused += run.lockedTools();
        }
        Occurrences.require("a tool is used", used > 0, 1);
        Occurrences.require("a tool is refused", refused > 0, 1);
    }

    @Property
    void every_run_reaches_its_end_or_the_user_and_every_status_occurs(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var run = new RandomDrivenRun(luck);
        while (run.goesOn()) run.submission();
        for (var status : TddStatus.values())
            Occurrences.require("status " + status, run.statuses().contains(status), 1);
    }
}
