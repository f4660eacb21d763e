package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.FaultRates.Trouble;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.WorldScript;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Arbitrary walks, workflows, policies and scripts. A walk shrinks to the smallest workflow and the
 * shortest script that still break the law.
 */
public final class Walks {
    private Walks() {}

    /** Supplies walks that a generator makes from seeds. */
    public abstract static class SeededWalkSupplier implements ArbitrarySupplier<Walk> {
        private final LongFunction<Walk> generator;

        protected SeededWalkSupplier(LongFunction<Walk> generator) {
            this.generator = generator;
        }

        @Override
        public Arbitrary<Walk> get() {
            return of(generator);
        }
    }

    /** Walks as {@link Walk#any}, and the smallest ones. */
    public static final class Any extends SeededWalkSupplier {
        public Any() {
            super(Walk::any);
        }

        @Override
        public Arbitrary<Walk> get() {
            return new SampleArbitrary<>(Walk::any, SimplerWalks.ALL, edges());
        }
    }

    /** Walks as {@link Walk#guarded}. */
    public static final class GuardedRuns extends SeededWalkSupplier {
        public GuardedRuns() {
            super(Walk::guarded);
        }
    }

    /** Walks as {@link Walk#asking}. */
    public static final class Questions extends SeededWalkSupplier {
        public Questions() {
            super(Walk::asking);
        }
    }

    /** Walks as {@link Walk#chained}. */
    public static final class AgentChains extends SeededWalkSupplier {
        public AgentChains() {
            super(Walk::chained);
        }
    }

    /** Walks as {@link Walk#repeating}. */
    public static final class RepeatedEffects extends SeededWalkSupplier {
        public RepeatedEffects() {
            super(Walk::repeating);
        }
    }

    /** Walks as {@link Walk#failingAlike}. */
    public static final class IdenticalFailures extends SeededWalkSupplier {
        public IdenticalFailures() {
            super(Walk::failingAlike);
        }
    }

    /** Walks as {@link Walk#aborted}. */
    public static final class AbortedRuns extends SeededWalkSupplier {
        public AbortedRuns() {
            super(Walk::aborted);
        }
    }

    /** Walks as {@link Walk#spawning}. */
    public static final class ChildRuns extends SeededWalkSupplier {
        public ChildRuns() {
            super(Walk::spawning);
        }
    }

    /** Walks as {@link Walk#withMessages}. */
    public static final class GateAnswers extends SeededWalkSupplier {
        public GateAnswers() {
            super(Walk::withMessages);
        }
    }

    /** Walks as {@link Walk#withCrashes}. */
    public static final class RunsWithCrashes extends SeededWalkSupplier {
        public RunsWithCrashes() {
            super(Walk::withCrashes);
        }
    }

    /** Walks as {@link CrashedWalk#crashed}. */
    public static final class ComparableCrashes extends SeededWalkSupplier {
        public ComparableCrashes() {
            super(CrashedWalk::crashed);
        }
    }

    /** Walks as {@link CrashedWalk#inAnyMood}. */
    public static final class TimelessRuns extends SeededWalkSupplier {
        public TimelessRuns() {
            super(CrashedWalk::inAnyMood);
        }
    }

    /** Walks as {@link EvidenceWalk#orAny}. */
    public static final class EvidenceRuns extends SeededWalkSupplier {
        public EvidenceRuns() {
            super(EvidenceWalk::orAny);
        }
    }

    /** Walks in which agents always fail. */
    public static final class AgentsFail extends SeededWalkSupplier {
        public AgentsFail() {
            super(Walk.where(Trouble.AGENT_FAILS));
        }
    }

    /** Walks in which every output is refused. */
    public static final class OutputsRefused extends SeededWalkSupplier {
        public OutputsRefused() {
            super(Walk.where(Trouble.OUTPUT_REFUSED));
        }
    }

    /** Walks in which agents always fail, or every output is refused. */
    public static final class AgentsFailOrOutputsRefused extends SeededWalkSupplier {
        public AgentsFailOrOutputsRefused() {
            super(Walk.where(Trouble.AGENT_FAILS, Trouble.OUTPUT_REFUSED));
        }
    }

    /** Walks in which checks always fail, or every label is another. */
    public static final class ChecksFailOrOtherLabels extends SeededWalkSupplier {
        public ChecksFailOrOtherLabels() {
            super(Walk.where(Trouble.CHECK_FAILS, Trouble.OTHER_LABEL));
        }
    }

    /** Walks in which every label is another. */
    public static final class OtherLabels extends SeededWalkSupplier {
        public OtherLabels() {
            super(Walk.where(Trouble.OTHER_LABEL));
        }
    }

    /** Arbitrary walks of this generator. */
    public static Arbitrary<Walk> of(LongFunction<Walk> generator) {
        return new SampleArbitrary<>(generator, SimplerWalks.ALL, List.of());
    }

    /** Arbitrary valid workflows, with their policies. */
    public static Arbitrary<Workflow> workflows() {
        return new SampleArbitrary<>(
                seed -> Walk.workflow(SeededRandom.of(seed)),
                simplifier(
                        workflow ->
                                SimplerWorkflows.of(workflow)
                                        .map(SimplerWorkflows.Simpler::workflow),
                        workflow ->
                                SimplerWorkflows.size(workflow)
                                        .toJavaStream()
                                        .mapToLong(n -> n)
                                        .toArray()),
                List.of());
    }

    /** Arbitrary policies with small limits. */
    public static Arbitrary<Policy> policies() {
        return new SampleArbitrary<>(
                seed -> ArbitraryPolicies.of(SeededRandom.of(seed)),
                simplifier(
                        SimplerPolicies::of, policy -> new long[] {SimplerPolicies.size(policy)}),
                List.of(() -> ArbitraryPolicies.UNLIMITED));
    }

    /** Arbitrary scripts that fit this workflow. */
    public static Arbitrary<WorldScript> scripts(Workflow workflow) {
        return new SampleArbitrary<>(
                seed -> Walk.in(workflow, seed).simulation().recorded(),
                simplifier(
                        SimplerScripts::of,
                        script ->
                                SimplerScripts.size(script)
                                        .toJavaStream()
                                        .mapToLong(n -> n)
                                        .toArray()),
                List.of(() -> WorldScript.EMPTY));
    }

    private static <T> SampleArbitrary.Simplifier<T> simplifier(
            java.util.function.Function<T, Stream<T>> simpler,
            java.util.function.Function<T, long[]> size) {
        return new SampleArbitrary.Simplifier<>() {
            @Override
            public Stream<T> simpler(T value) {
                return simpler.apply(value);
            }

            @Override
            public long[] size(T value) {
                return size.apply(value);
            }
        };
    }

    /** One walk of each kind of workflow in which nothing goes wrong, and one of nothing at all. */
    private static List<Supplier<Walk>> edges() {
        return Stream.<LongFunction<Workflow>>of(
                        seed -> ArbitraryRalph.of(SeededRandom.of(seed)),
                        seed -> ArbitraryFeature.of(SeededRandom.of(seed)),
                        seed -> ArbitraryWorkflows.of(SeededRandom.of(seed)),
                        _ -> ArbitraryWorkflows.smallest())
                .<Supplier<Walk>>map(workflow -> () -> calm(workflow.apply(1)))
                .toList();
    }

    private static Walk calm(Workflow workflow) {
        return Walk.in(workflow, 1).with(WorldScript.EMPTY);
    }
}
