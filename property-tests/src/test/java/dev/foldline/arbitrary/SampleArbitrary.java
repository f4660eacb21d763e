package dev.foldline.arbitrary;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An arbitrary of values that a generator makes from a seed, and that shrink by steps of their own.
 *
 * @param generator makes the value of a seed
 * @param simplifier simplifies a value
 * @param edges values that are tried more often
 */
public record SampleArbitrary<T>(
        LongFunction<T> generator, Simplifier<T> simplifier, List<Supplier<T>> edges)
        implements Arbitrary<T> {

    /** How a value shrinks. */
    public interface Simplifier<T> {

        /** Returns valid values that are simpler in one respect, the boldest steps first. */
        Stream<T> simpler(T value);

        /** Returns the size of a value, which each step reduces: the most important part first. */
        long[] size(T value);
    }

    public SampleArbitrary {
        edges = List.copyOf(edges);
    }

    @Override
    public RandomGenerator<T> generator(int size) {
        return random -> shrinkable(generator.apply(random.nextLong()));
    }

    @Override
    public EdgeCases<T> edgeCases(int most) {
        return EdgeCases.fromSuppliers(
                edges.stream()
                        .limit(most)
                        .<Supplier<Shrinkable<T>>>map(edge -> () -> shrinkable(edge.get()))
                        .toList());
    }

    private Shrinkable<T> shrinkable(T value) {
        return new Sample<>(value, simplifier);
    }

    private record Sample<T>(T value, Simplifier<T> simplifier) implements Shrinkable<T> {
        @Override
        public Stream<Shrinkable<T>> shrink() {
            return simplifier.simpler(value).map(simpler -> new Sample<>(simpler, simplifier));
        }

        @Override
        public ShrinkingDistance distance() {
            return ShrinkingDistance.of(simplifier.size(value));
        }
    }
}
