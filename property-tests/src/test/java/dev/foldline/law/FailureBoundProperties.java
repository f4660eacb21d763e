package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.FailureSeries;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Recovery;
import dev.foldline.testkit.simulation.SimulationStep;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Law 21: one bound for identical failures. The law counts them by itself, from the events and the
 * positions.
 */
class FailureBoundProperties {

    @Property
    void the_same_failure_occurs_three_times_then_three_times_more_after_one_recovery(
            @ForAll(supplier = Walks.IdenticalFailures.class) Walk walk) {
        law("the same failure ends in one recovery, then in a halt")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var counts = new FailureCounts();
                            for (var moment : run.moments()) {
                                counts.add(moment);
                                counts.worst()
                                        .forEach(
                                                worst ->
                                                        require(
                                                                isWithinBound(moment, worst),
                                                                moment,
                                                                "the same failure again: "
                                                                        + worst));
                            }
                        });
    }

    @Property
    void a_halt_of_the_bound_says_what_failed(
            @ForAll(supplier = Walks.IdenticalFailures.class) Walk walk) {
        law("a halt because of identical failures names the last of them")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!halts(moment)) return;
                            var fault = moment.after().ledger().lastFault().get();
                            require(
                                    fault.kind() != Kind.STUCK
                                            || fault.message().contains("last: ")
                                            || fault.message().contains("the same effect"),
                                    moment,
                                    "it halts and says only: " + fault.message());
                        });
    }

    @Property
    void a_call_that_did_not_start_is_not_charged(
            @ForAll(supplier = Walks.IdenticalFailures.class) Walk walk) {
        law("a call that did not start costs nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            boolean started =
                                    FailureCounts.fault(moment.event())
                                            .filter(fault -> fault.fingerprint().isDefined())
                                            .forAll(fault -> fault.kind() != Kind.AGENT_SETUP);
                            require(
                                    started
                                            || moment.before().usage().meter().agentCalls()
                                                    == moment.after().usage().meter().agentCalls(),
                                    moment,
                                    "a call that did not start counts");
                        });
    }

    /** The page lists each kind that the bound does not apply to. */
    @Test
    void the_kinds_without_a_bound_are_listed() throws IOException {
        var page = Files.readString(Path.of("../docs/laws.md"));
        assertThat(Stream.of(Kind.values()).filter(Kind::isUnbounded).map(Kind::name).sorted())
                .containsExactlyElementsOf(
                        page.lines()
                                .filter(line -> line.startsWith("| `") && line.contains("| exempt"))
                                .map(line -> line.substring(3, line.indexOf('`', 3)))
                                .sorted()
                                .toList());
    }

    /** A recovery without an agent only tries again. */
    private static boolean isWithinBound(SimulationStep moment, FailureCounts.Count count) {
        boolean onlyTriesAgain = moment.before().policy().recovery().fixer().isEmpty();
        return count.sinceRecovery() <= FailureSeries.TIMES_MAX && count.recoveries() <= 1
                || onlyTriesAgain && count.times() <= FailureSeries.TIMES_MAX;
    }

    private static boolean halts(SimulationStep moment) {
        return moment.after().slots().recovery() instanceof Recovery.Halting
                && !(moment.before().slots().recovery() instanceof Recovery.Halting)
                && !(moment.event() instanceof InputEvent);
    }
}
