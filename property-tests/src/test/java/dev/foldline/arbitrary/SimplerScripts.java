package dev.foldline.arbitrary;

import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.Draws.Draw;
import dev.foldline.testkit.simulation.WorldScript;

import io.vavr.collection.Vector;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Scripts that are shorter, or simpler in one entry. */
final class SimplerScripts {
    private SimplerScripts() {}

    static Stream<WorldScript> of(WorldScript script) {
        return Stream.<Stream<WorldScript>>of(
                        script.length() == 0 ? Stream.empty() : Stream.of(WorldScript.EMPTY),
                        fewer(script.commands()).map(script::withCommands),
                        fewer(script.crashes()).map(script::withCrashes),
                        concerns(script.outcomes()).map(script::withOutcomes),
                        fewer(script.outcomes()).map(script::withOutcomes),
                        earlier(script.crashes()).map(script::withCrashes),
                        lower(script.outcomes()).map(script::withOutcomes))
                .flatMap(simpler -> simpler);
    }

    /** Returns the length, and how far its entries are from the simplest ones. */
    static Vector<Long> size(WorldScript script) {
        return Vector.of(
                (long) script.length(),
                script.crashes().map(CrashPoint::nth).sum().longValue()
                        + script.outcomes().map(Draw::number).sum().longValue());
    }

    /** Returns lists without the outcomes of one concern, such as all durations. */
    private static Stream<Vector<Draw>> concerns(Vector<Draw> outcomes) {
        return outcomes.groupBy(SimplerScripts::concern)
                .values()
                .toJavaStream()
                .filter(group -> group.size() > 1)
                .map(outcomes::removeAll);
    }

    private static String concern(Draw draw) {
        return draw.place().substring(draw.place().lastIndexOf('/') + 1);
    }

    /** Returns lists that lack a part: halves first, then quarters, then single entries. */
    static <T> Stream<Vector<T>> fewer(Vector<T> all) {
        return IntStream.iterate(all.size(), size -> size > 0, size -> size / 2)
                .boxed()
                .flatMap(
                        size ->
                                IntStream.range(0, (all.size() + size - 1) / size)
                                        .mapToObj(
                                                i ->
                                                        all.take(i * size)
                                                                .appendAll(
                                                                        all.drop((i + 1) * size))));
    }

    private static Stream<Vector<CrashPoint>> earlier(Vector<CrashPoint> crashes) {
        return IntStream.range(0, crashes.size())
                .boxed()
                .flatMap(
                        i ->
                                Stream.of(1, crashes.get(i).nth() / 2, crashes.get(i).nth() - 1)
                                        .filter(nth -> nth > 0 && nth < crashes.get(i).nth())
                                        .distinct()
                                        .map(
                                                nth ->
                                                        crashes.update(
                                                                i,
                                                                new CrashPoint(
                                                                        crashes.get(i).moment(),
                                                                        nth))));
    }

    private static Stream<Vector<Draw>> lower(Vector<Draw> outcomes) {
        return IntStream.range(0, outcomes.size())
                .filter(i -> outcomes.get(i).number() > 1)
                .mapToObj(i -> outcomes.update(i, outcomes.get(i).with(1)));
    }
}
