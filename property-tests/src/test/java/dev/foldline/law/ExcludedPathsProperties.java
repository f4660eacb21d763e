package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContent.Kind;
import dev.foldline.core.state.LocalContents;

import io.vavr.collection.Vector;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.stream.Stream;

/** What belongs to the user is left out of every tree that an effect reads or commits. */
class ExcludedPathsProperties {
    private static final String OWN = ".env";
    private static final String PATHS = "protectedPaths";

    @Property
    void every_effect_that_reads_the_tree_leaves_out_what_belongs_to_the_user(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("what belongs to the user is in no commit")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        excluded(
                                                Pipeline.determineNextEffect(
                                                        owning(moment.after()))),
                                        moment,
                                        "an effect does not leave it out"));
    }

    private static PipelineState owning(PipelineState state) {
        var ledger = state.ledger();
        var own = Vector.of(new LocalContent(Kind.IGNORED, OWN));
        return state.withLedger(
                ledger.withRepository(ledger.repository().with(LocalContents.NONE.owning(own))));
    }

    private static boolean excluded(Effect effect) {
        if (effect instanceof InvokeAgent call)
            return call.excludedPaths().contains(OWN) && !call.guardedPaths().contains(OWN);
        return Stream.ofNullable(effect.getClass().getRecordComponents())
                .flatMap(Stream::of)
                .filter(component -> component.getName().equals(PATHS))
                .allMatch(
                        component -> {
                            try {
                                return ((Vector<?>) component.getAccessor().invoke(effect))
                                        .toJavaList()
                                        .contains(OWN);
                            } catch (ReflectiveOperationException hidden) {
                                throw new AssertionError(hidden);
                            }
                        });
    }
}
