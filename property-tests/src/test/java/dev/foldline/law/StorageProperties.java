package dev.foldline.law;

import static dev.foldline.law.Law.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.CrashedWalk;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.StorageFault;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.stream.LongStream;

/**
 * Law 19: on a disk that loses, repeats or misplaces lines, no log is driven that lacks what was
 * done, and nothing is committed twice.
 */
class StorageProperties {
    private static final int LINES_MAX = 40;
    private static final int SEEDS = 200;

    @Provide
    Arbitrary<Walk> withForgottenLines() {
        return Walks.of(StorageProperties::withForgottenLines);
    }

    @Provide
    Arbitrary<Walk> withOtherLines() {
        return Walks.of(StorageProperties::withOtherLines);
    }

    private static Walk withForgottenLines(long seed) {
        return CrashedWalk.stored(seed, new StorageFault.LostLines(lines(seed)));
    }

    private static Walk withOtherLines(long seed) {
        var luck = SeededRandom.of(seed).fork("fault");
        int line = lines(seed);
        return CrashedWalk.stored(
                seed,
                luck.pick(
                        new StorageFault.StaleRead(line),
                        new StorageFault.MissingLine(line),
                        new StorageFault.DoubledLine(line),
                        new StorageFault.ForeignLine(line)));
    }

    /** Often only a few: those that matter most. */
    private static int lines(long seed) {
        var luck = SeededRandom.of(seed).fork("lines");
        return luck.between(1, luck.chance(60) ? 4 : LINES_MAX);
    }

    @Property
    void a_log_with_lines_that_are_old_missing_doubled_or_anothers_is_never_driven(
            @ForAll("withOtherLines") Walk walk) {
        law("a log with other lines is never driven")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            if (run.storage().spoiled() > 0 && run.storage().refused().isEmpty())
                                throw new FailedLaw(run.moments().size(), "it was driven on");
                            if (run.storage().spoiled() == 0 && run.storage().refused().isDefined())
                                throw new FailedLaw(
                                        run.moments().size(),
                                        "refused for nothing: " + run.storage().refused());
                        });
    }

    @Property
    void a_log_without_the_intent_of_a_started_effect_is_never_driven(
            @ForAll("withForgottenLines") Walk walk) {
        law("what began is in the log that is driven")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            if (run.storage().refused().isDefined()) {
                                if (!(run.storage().refused().get() instanceof LogDamage.Cut cut)
                                        || cut.known() < cut.line())
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "refused for " + run.storage().refused());
                                return;
                            }
                            for (var started : run.witness().started()) {
                                var intent = new EffectStarted(started.ticket(), started.effect());
                                if (started.onDisk() > run.events().size()
                                        || !run.events().get(started.onDisk() - 1).equals(intent))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "the log does not know of "
                                                    + started.effect().fingerprint()
                                                    + ", ticket "
                                                    + started.ticket());
                            }
                        });
    }

    @Property
    void no_commit_is_made_twice_regardless_of_lost_lines(@ForAll("withForgottenLines") Walk walk) {
        law("nothing is committed twice")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            if (run.storage().refused().isEmpty() && !isRecordedOnce(run))
                                throw new FailedLaw(
                                        run.moments().size(), "commits " + run.commits());
                        });
    }

    /** Each commit that was made is one event of the log, and has a ticket of its own. */
    private static boolean isRecordedOnce(SimulationResult run) {
        var tickets = new HashSet<Long>();
        boolean once = run.commits().stream().allMatch(made -> tickets.add(made.ticket()));
        var made = run.commits().stream().map(each -> each.ticket() + " " + each.hash()).toList();
        return once
                && made.equals(
                        run.events().stream()
                                .filter(WorkCommitted.class::isInstance)
                                .map(WorkCommitted.class::cast)
                                .map(each -> each.ticket() + " " + each.commit())
                                .toList());
    }

    /**
     * So the laws above are worth something: they break where the head is lost with the lines,
     * which is not promised.
     */
    @Test
    void commits_are_made_twice_if_the_head_is_lost_too() {
        boolean doubled =
                LongStream.rangeClosed(1, SEEDS)
                        .anyMatch(
                                seed -> {
                                    var run =
                                            CrashedWalk.stored(
                                                            seed,
                                                            new StorageFault.LostLinesAndHead(
                                                                    lines(seed)))
                                                    .simulation()
                                                    .run();
                                    return run.storage().spoiled() > 0 && !isRecordedOnce(run);
                                });
        assertThat(doubled).isTrue();
    }
}
