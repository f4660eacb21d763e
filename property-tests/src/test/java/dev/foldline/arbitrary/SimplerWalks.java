package dev.foldline.arbitrary;

import dev.foldline.arbitrary.SimplerWorkflows.RemovedStep;
import dev.foldline.testkit.simulation.Draws.Draw;
import dev.foldline.testkit.simulation.WorldScript;

import io.vavr.collection.Vector;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Walks with a simpler workflow, a simpler policy, or a shorter script. */
enum SimplerWalks implements SampleArbitrary.Simplifier<Walk> {
    /** Simplifies everything. */
    ALL;

    /** Stands for the length of a script that is not known yet. */
    private static final long UNKNOWN = Long.MAX_VALUE / 4;

    @Override
    public Stream<Walk> simpler(Walk any) {
        var walk = any.scripted();
        var script = walk.script().get();
        return Stream.<Stream<Walk>>of(
                        any.script().forAll(each -> script.length() < each.length())
                                ? Stream.of(walk)
                                : Stream.<Walk>empty(),
                        script.length() == 0
                                ? Stream.empty()
                                : Stream.of(walk.with(WorldScript.EMPTY)),
                        walk.isGiven()
                                ? Stream.empty()
                                : SimplerWorkflows.of(walk.workflow())
                                        .map(
                                                simpler ->
                                                        walk.with(simpler.workflow())
                                                                .with(
                                                                        simpler.removed()
                                                                                .map(
                                                                                        step ->
                                                                                                without(
                                                                                                        step,
                                                                                                        script))
                                                                                .getOrElse(
                                                                                        script))),
                        SimplerScripts.of(script).map(walk::with),
                        SimplerPolicies.of(walk.workflow().policy())
                                .map(policy -> walk.with(walk.workflow().with(policy))))
                .flatMap(simpler -> simpler);
    }

    @Override
    public long[] size(Walk walk) {
        return SimplerWorkflows.size(walk.workflow())
                .appendAll(
                        walk.script()
                                .map(SimplerScripts::size)
                                .getOrElse(Vector.of(UNKNOWN, UNKNOWN)))
                .append(SimplerPolicies.size(walk.workflow().policy()))
                .toJavaStream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** Returns the script for the workflow without that step: later steps of the phase move up. */
    private static WorldScript without(RemovedStep step, WorldScript script) {
        var place =
                Pattern.compile(
                        "\\b"
                                + Pattern.quote(step.stage())
                                + "\\.(\\d+)\\."
                                + Pattern.quote(step.phase())
                                + "\\.(\\d+)");
        return script.withOutcomes(
                script.outcomes()
                        .map(
                                draw ->
                                        new Draw(
                                                place.matcher(draw.place())
                                                        .replaceAll(spot -> moved(step, spot)),
                                                draw.number(),
                                                draw.text())));
    }

    private static String moved(RemovedStep step, java.util.regex.MatchResult spot) {
        int index = Integer.parseInt(spot.group(2));
        return Matcher.quoteReplacement(
                step.stage()
                        + "."
                        + spot.group(1)
                        + "."
                        + step.phase()
                        + "."
                        + (index > step.step() ? index - 1 : index));
    }
}
