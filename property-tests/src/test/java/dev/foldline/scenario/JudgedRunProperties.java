package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.util.ArrayDeque;
import java.util.List;

/** No commit relies on a check of which something new has failed, whatever its runs say. */
class JudgedRunProperties {
    private static final String UNIT = "unit";
    private static final Vector<String> TESTS = Vector.of("old", "other", "third");

    /** What one run of the check does: tests fail, its report is missing, or it is lost. */
    private sealed interface Trial {
        record Ran(Vector<String> failed) implements Trial {}

        record WithoutReport() implements Trial {}

        record Lost() implements Trial {}
    }

    @Provide
    Arbitrary<List<Trial>> trials() {
        Arbitrary<Trial> ran =
                Arbitraries.subsetOf(TESTS.asJava())
                        .map(failed -> new Trial.Ran(TESTS.filter(failed::contains)));
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(8, ran),
                        net.jqwik.api.Tuple.of(
                                1, Arbitraries.just((Trial) new Trial.WithoutReport())),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just((Trial) new Trial.Lost())))
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 400)
    void a_commit_needs_a_check_with_nothing_new(
            @ForAll("trials") List<Trial> trials, @ForAll boolean rerun, @ForAll boolean allowed) {
        var left = new ArrayDeque<>(trials);
        var run =
                walk(BuiltinWorkflows.checkedOnBase(
                                ralph(2, 0, ALONE.withChecks(checks(rerun, allowed)))))
                        .but(
                                checking()
                                        .answers(
                                                (_, world) ->
                                                        event(
                                                                world,
                                                                left.isEmpty()
                                                                        ? new Trial.Ran(
                                                                                Vector.empty())
                                                                        : left.remove())))
                        .toEnd();
        var known = Vector.<String>empty();
        var runs = Vector.<CheckEvent>empty();
        for (var beat : run.beats()) {
            if (beat.answer() instanceof CheckEvent event) {
                runs = isContinued(runs, event) ? runs.append(event) : Vector.of(event);
                if (isOnBase(beat)) known = lasting(runs);
            } else if (beat.decision().effect() instanceof CommitWork) {
                assertThat(known.containsAll(lasting(runs)))
                        .as("%s fail, known: %s", lasting(runs), known)
                        .isTrue();
                assertThat(hasReport(runs.last())).isTrue();
            }
        }
    }

    private static LinkedHashMap<String, Vector<CommandLine>> checks(
            boolean rerun, boolean allowed) {
        return LinkedHashMap.of(
                BuiltinWorkflows.CHECKS,
                Vector.of(
                        new CommandLine.Check(
                                UNIT,
                                new CommandLine.Shell("make test"),
                                new CheckForm(
                                        Option.of("report.xml"),
                                        Option.none(),
                                        rerun ? 1 : 0,
                                        allowed ? OnKnown.ALLOW : OnKnown.HALT))));
    }

    private static boolean isOnBase(WalkStep beat) {
        return beat.decision().effect() instanceof RunCheck check
                && check.key().phase().equals(BuiltinWorkflows.BASELINE);
    }

    private static boolean isContinued(Vector<CheckEvent> runs, CheckEvent next) {
        return runs.nonEmpty() && tree(runs.last()).equals(tree(next));
    }

    /** What has failed in the last two runs on the same tree, or in the only one. */
    private static Vector<String> lasting(Vector<CheckEvent> runs) {
        return runs.size() < 2
                ? failed(runs.last())
                : failed(runs.last()).filter(failed(runs.get(runs.size() - 2))::contains);
    }

    private static Vector<String> failed(CheckEvent event) {
        return run(event)
                .results()
                .flatMap(
                        result ->
                                result instanceof CheckResult.TestsFailed tests
                                        ? tests.failures()
                                        : Vector.<String>empty());
    }

    private static boolean hasReport(CheckEvent event) {
        return !run(event).results().exists(CheckResult.NoReport.class::isInstance);
    }

    private static String tree(CheckEvent event) {
        return run(event).tree();
    }

    private static CheckRun run(CheckEvent event) {
        return switch (event) {
            case CheckPassed e -> e.run().get();
            case CheckFailed e -> e.run().get();
        };
    }

    private static Event event(ScenarioEnvironment world, Trial trial) {
        return switch (trial) {
            case Trial.Lost _ ->
                    new EffectFailed(world.ticket(), Fault.of(Fault.Kind.LOST, "the host went"));
            case Trial.WithoutReport _ ->
                    failed(world, new CheckResult.NoReport(UNIT, "it wrote no test report"));
            case Trial.Ran(var failed) when failed.isEmpty() ->
                    new CheckPassed(
                            world.ticket(),
                            BuiltinWorkflows.CHECKS,
                            world.tree(),
                            world.tree(),
                            Option.none(),
                            Spend.NOTHING,
                            Vector.empty(),
                            Vector.empty(),
                            ran(world, new CheckResult.Succeeded(UNIT)));
            case Trial.Ran(var failed) ->
                    failed(world, new CheckResult.TestsFailed(UNIT, "exit code 1", failed));
        };
    }

    private static Event failed(ScenarioEnvironment world, CheckResult result) {
        return new CheckFailed(
                world.ticket(),
                BuiltinWorkflows.CHECKS,
                world.tree(),
                result.toString(),
                Option.none(),
                Spend.NOTHING,
                Option.of(result.toString()),
                ran(world, result),
                Option.none());
    }

    private static Option<CheckRun> ran(ScenarioEnvironment world, CheckResult result) {
        return Option.of(new CheckRun(world.tree(), Vector.of(result)));
    }
}
