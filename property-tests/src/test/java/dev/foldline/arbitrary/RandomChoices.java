package dev.foldline.arbitrary;

import dev.foldline.testkit.simulation.Draws;
import dev.foldline.testkit.simulation.Draws.Draw;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All random choices of a try, for laws about anything but walks. Each choice that is made is
 * recorded, so a failing sample shrinks to the fewest choices that differ from the first one.
 */
public final class RandomChoices implements ReportableSample {
    private final long seed;
    private final Draws draws;

    private RandomChoices(long seed, Draws draws) {
        this.seed = seed;
        this.draws = draws;
    }

    /** Supplies arbitrary choices. */
    public static final class Any implements ArbitrarySupplier<RandomChoices> {
        @Override
        public Arbitrary<RandomChoices> get() {
            return new SampleArbitrary<>(
                    seed -> new RandomChoices(seed, Draws.recording()),
                    new FewerChoices(),
                    List.of());
        }
    }

    /** Returns the source of the choices; each call returns the same from its start. */
    public SeededRandom source() {
        return SeededRandom.of(seed, draws);
    }

    public long seed() {
        return seed;
    }

    @Override
    public Vector<String> lines() {
        var drawn = draws.drawn();
        return drawn.map(
                        draw ->
                                "  "
                                        + (draw.place().isEmpty() ? "first" : draw.place())
                                        + ": "
                                        + draw.text())
                .prepend(drawn.size() + " choices other than the first one; seed " + seed);
    }

    @Override
    public String toString() {
        return draws.drawn().size() + " choices";
    }

    private static final class FewerChoices implements SampleArbitrary.Simplifier<RandomChoices> {
        @Override
        public Stream<RandomChoices> simpler(RandomChoices luck) {
            var drawn = luck.draws.drawn();
            return Stream.concat(SimplerScripts.fewer(drawn), lower(drawn))
                    .map(fewer -> new RandomChoices(luck.seed, Draws.of(fewer)));
        }

        @Override
        public long[] size(RandomChoices luck) {
            var sizes = luck.draws.given();
            return new long[] {
                sizes.isDefined() ? sizes.get().size() : Long.MAX_VALUE / 4,
                sizes.map(all -> all.map(Draw::number).sum().longValue())
                        .getOrElse(Long.MAX_VALUE / 4)
            };
        }

        private static Stream<Vector<Draw>> lower(Vector<Draw> drawn) {
            return IntStream.range(0, drawn.size())
                    .filter(i -> drawn.get(i).number() > 1)
                    .boxed()
                    .flatMap(
                            i ->
                                    Stream.of(
                                                    1,
                                                    drawn.get(i).number() / 2,
                                                    drawn.get(i).number() - 1)
                                            .distinct()
                                            .map(
                                                    number ->
                                                            drawn.update(
                                                                    i, drawn.get(i).with(number))));
        }
    }
}
