package dev.foldline.arbitrary;

import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Valid workflows that are simpler in one respect: fewer stages, phases or steps, fewer turns,
 * fewer and simpler routes, no gates.
 */
final class SimplerWorkflows {
    private SimplerWorkflows() {}

    private static final PhaseRetryPolicy SIMPLE = PhaseRetryPolicy.DEFAULT;

    /**
     * A simpler workflow.
     *
     * @param removed the step that it lacks, if it lacks just one
     */
    record Simpler(Workflow workflow, Option<RemovedStep> removed) {
        Simpler(Workflow workflow) {
            this(workflow, Option.none());
        }
    }

    /** A removed step, by its place in the larger workflow. */
    record RemovedStep(String stage, String phase, int step) {}

    static Stream<Simpler> of(Workflow workflow) {
        return Stream.<Stream<Simpler>>of(
                        stages(workflow).map(Simpler::new),
                        phases(workflow).map(Simpler::new),
                        steps(workflow),
                        details(workflow).map(Simpler::new))
                .flatMap(simpler -> simpler)
                .map(each -> new Simpler(repaired(each.workflow), each.removed))
                .filter(each -> WorkflowCheck.problems(each.workflow).isEmpty());
    }

    /** Returns the size: stages, phases, steps, and everything else that can be simpler. */
    static Vector<Long> size(Workflow workflow) {
        var phases = workflow.phases();
        return Vector.of(
                (long) workflow.stages().size(),
                (long) phases.size(),
                (long) phases.flatMap(Phase::steps).size(),
                workflow.stages().map(SimplerWorkflows::details).sum().longValue());
    }

    private static long details(Stage stage) {
        long turns =
                stage.turns() instanceof LoopCondition.Times(var count)
                        ? count
                        : 10L + stage.turns().countedMax();
        return turns + stage.phases().map(SimplerWorkflows::details).sum().longValue();
    }

    private static long details(Phase phase) {
        return (phase.entry() instanceof PhaseEntry.Always ? 0 : 1)
                + phase.gate().toVector().size()
                + phase.routes().values().count(route -> !route.equals(Route.PROCEED))
                + (phase.retryPolicy().equals(SIMPLE) ? 0 : 1)
                + phase.steps()
                        .map(
                                step ->
                                        switch (step) {
                                            case Step.Collect collect -> collect.labels().size();
                                            case Step.WorkerRequest request ->
                                                    request.labels().size()
                                                            + request.unlocks().size();
                                            case Step.Git git -> git.reliesOn().toVector().size();
                                            case Step.Clean _,
                                                    Step.Prompt _,
                                                    Step.Agent _,
                                                    Step.Check _,
                                                    Step.Forge _,
                                                    Step.Change _,
                                                    Step.Children _,
                                                    Step.Switch _ ->
                                                    0;
                                        })
                        .sum()
                        .longValue();
    }

    private static Stream<Workflow> stages(Workflow workflow) {
        var all = workflow.stages();
        if (all.size() < 2) return Stream.empty();
        return Stream.concat(
                all.toJavaStream().map(stage -> with(workflow, Vector.of(stage))),
                indices(all).mapToObj(i -> with(workflow, all.removeAt(i))));
    }

    private static Stream<Workflow> phases(Workflow workflow) {
        return eachStage(
                workflow,
                stage ->
                        stage.phases().size() < 2
                                ? Stream.empty()
                                : indices(stage.phases())
                                        .mapToObj(
                                                i ->
                                                        new Stage(
                                                                stage.id(),
                                                                stage.turns(),
                                                                stage.phases().removeAt(i))));
    }

    private static Stream<Simpler> steps(Workflow workflow) {
        return workflow.stages()
                .toJavaStream()
                .flatMap(
                        stage ->
                                stage.phases()
                                        .toJavaStream()
                                        .flatMap(phase -> steps(workflow, stage, phase)));
    }

    private static Stream<Simpler> steps(Workflow workflow, Stage stage, Phase phase) {
        var bare = with(workflow, stage, phase, phase.steps().take(0));
        return Stream.concat(
                phase.steps().size() < 2 ? Stream.empty() : Stream.of(new Simpler(bare)),
                indices(phase.steps())
                        .mapToObj(
                                i ->
                                        new Simpler(
                                                with(
                                                        workflow,
                                                        stage,
                                                        phase,
                                                        phase.steps().removeAt(i)),
                                                Option.of(
                                                        new RemovedStep(
                                                                stage.id(), phase.id(), i)))));
    }

    private static Workflow with(Workflow workflow, Stage stage, Phase phase, Vector<Step> steps) {
        var changed = changed(phase, phase.entry(), steps, phase.gate());
        return with(
                workflow,
                workflow.stages()
                        .replace(
                                stage,
                                new Stage(
                                        stage.id(),
                                        stage.turns(),
                                        stage.phases().replace(phase, changed))));
    }

    private static Stream<Workflow> details(Workflow workflow) {
        return Stream.concat(
                eachStage(workflow, SimplerWorkflows::fewerTurns),
                eachStage(
                        workflow,
                        stage ->
                                stage.phases()
                                        .toJavaStream()
                                        .flatMap(
                                                phase ->
                                                        simpler(phase)
                                                                .map(
                                                                        other ->
                                                                                new Stage(
                                                                                        stage.id(),
                                                                                        stage
                                                                                                .turns(),
                                                                                        stage.phases()
                                                                                                .replace(
                                                                                                        phase,
                                                                                                        other))))));
    }

    private static Stream<Stage> fewerTurns(Stage stage) {
        int count = stage.turns().countedMax();
        var once = new Stage(stage.id(), new LoopCondition.Times(1), stage.phases());
        if (!(stage.turns() instanceof LoopCondition.Times)) return Stream.of(once);
        return count < 2
                ? Stream.empty()
                : Stream.of(
                        once,
                        new Stage(stage.id(), new LoopCondition.Times(count - 1), stage.phases()));
    }

    private static Stream<Phase> simpler(Phase phase) {
        var plain = changed(phase, phase.entry(), phase.steps(), Option.none());
        var always = changed(phase, PhaseEntry.ALWAYS, phase.steps(), phase.gate());
        return Stream.of(
                        phase.gate().isEmpty() ? Stream.<Phase>empty() : Stream.of(plain),
                        phase.entry() instanceof PhaseEntry.Always
                                ? Stream.<Phase>empty()
                                : Stream.of(always),
                        phase.retryPolicy().equals(SIMPLE)
                                ? Stream.<Phase>empty()
                                : Stream.of(phase.retryPolicy(SIMPLE)),
                        phase.routes()
                                .filter((_, route) -> !route.equals(Route.PROCEED))
                                .keySet()
                                .toJavaStream()
                                .map(label -> phase.route(label, Route.PROCEED)),
                        simplerSteps(phase))
                .flatMap(each -> each);
    }

    private static Stream<Phase> simplerSteps(Phase phase) {
        return indices(phase.steps())
                .boxed()
                .flatMap(
                        i ->
                                simpler(phase.steps().get(i))
                                        .map(
                                                step ->
                                                        changed(
                                                                phase,
                                                                phase.entry(),
                                                                phase.steps().update(i, step),
                                                                phase.gate())));
    }

    private static Stream<Step> simpler(Step step) {
        return switch (step) {
            case Step.Collect(var name, var labels, var list) ->
                    labels.isEmpty()
                            ? Stream.empty()
                            : Stream.of(
                                    new Step.Collect(name, Vector.empty(), list),
                                    new Step.Collect(name, labels.init(), list));
            case Step.WorkerRequest each ->
                    each.unlocks().isEmpty()
                            ? Stream.empty()
                            : Stream.of(
                                    new Step.WorkerRequest(
                                            each.instruction(),
                                            each.accepts(),
                                            each.argument(),
                                            each.labels(),
                                            each.unlocks().init(),
                                            each.hints(),
                                            each.artifact()));
            case Step.Git(var operation, var labels, var check) ->
                    check.isEmpty()
                            ? Stream.empty()
                            : Stream.of(new Step.Git(operation, labels, Option.none()));
            case Step.Clean _,
                    Step.Prompt _,
                    Step.Agent _,
                    Step.Check _,
                    Step.Forge _,
                    Step.Change _,
                    Step.Children _,
                    Step.Switch _ ->
                    Stream.empty();
        };
    }

    private static Phase changed(
            Phase phase, PhaseEntry entry, Vector<Step> steps, Option<GateSpec> gate) {
        return new Phase(phase.id(), entry, steps, gate, phase.routes(), phase.retryPolicy());
    }

    private static Stream<Workflow> eachStage(
            Workflow workflow, java.util.function.Function<Stage, Stream<Stage>> simpler) {
        return workflow.stages()
                .toJavaStream()
                .flatMap(
                        stage ->
                                simpler.apply(stage)
                                        .map(
                                                other ->
                                                        with(
                                                                workflow,
                                                                workflow.stages()
                                                                        .replace(stage, other))));
    }

    private static Workflow with(Workflow workflow, Vector<Stage> stages) {
        return new Workflow(workflow.name(), workflow.version(), stages, workflow.policy());
    }

    private static IntStream indices(Vector<?> all) {
        return IntStream.range(0, all.size());
    }

    /** Removes what refers to something that is gone. */
    private static Workflow repaired(Workflow workflow) {
        var stages = workflow.stages().map(stage -> repaired(workflow, stage));
        var recovery = workflow.policy().recovery();
        var policy =
                recovery.rewindStage().exists(id -> workflow.indexOf(id) < 0)
                        ? workflow.policy().withRecovery(recovery.withRewindStage(Option.none()))
                        : workflow.policy();
        return with(workflow, stages).with(policy);
    }

    private static Stage repaired(Workflow workflow, Stage stage) {
        UnaryOperator<Phase> repair = phase -> repaired(workflow, stage, phase);
        var phases = stage.phases().map(repair);
        var turns =
                switch (stage.turns()) {
                    case LoopCondition.EachItem(var list, var last) when stage.indexOf(last) < 0 ->
                            new LoopCondition.EachItem(list, phases.last().id());
                    case LoopCondition.Until(var max, var artifact, var label)
                            when !collects(phases, artifact, label) ->
                            new LoopCondition.Times(Math.min(max, 1));
                    case LoopCondition each -> each;
                };
        return new Stage(stage.id(), turns, phases);
    }

    private static boolean collects(Vector<Phase> phases, String artifact, String label) {
        return phases.flatMap(Phase::steps)
                .exists(
                        step ->
                                step instanceof Step.Collect(var name, var labels, _)
                                        && name.equals(artifact)
                                        && labels.contains(label));
    }

    private static Phase repaired(Workflow workflow, Stage stage, Phase phase) {
        var declared = phase.steps().flatMap(Step::declared);
        var routes =
                declared.distinct()
                        .foldLeft(
                                LinkedHashMap.<String, Route>empty(),
                                (kept, label) ->
                                        kept.put(
                                                label,
                                                repaired(
                                                        workflow,
                                                        stage,
                                                        phase,
                                                        phase.routes()
                                                                .getOrElse(label, Route.PROCEED))));
        var steps =
                stage.turns() instanceof LoopCondition.EachItem
                        ? phase.steps()
                        : phase.steps().reject(Step.Switch.class::isInstance);
        boolean reached =
                stage.phases()
                        .exists(
                                other ->
                                        other.routes()
                                                .values()
                                                .exists(new Route.To(phase.id())::equals));
        var entry =
                phase.entry() instanceof PhaseEntry.WhenRouted && !reached
                        ? PhaseEntry.ALWAYS
                        : phase.entry();
        return new Phase(phase.id(), entry, steps, phase.gate(), routes, phase.retryPolicy());
    }

    private static Route repaired(Workflow workflow, Stage stage, Phase phase, Route route) {
        boolean leadsNowhere =
                switch (route) {
                    case Route.To(var id) -> stage.indexOf(id) < 0;
                    case Route.Back(var id, _) -> workflow.indexOf(id) < 0;
                    case Route.Ahead(var id) -> workflow.indexOf(id) < 0;
                    case Route.More _ -> phase.worker().isEmpty();
                    case Route.Proceed _,
                            Route.NextPhase _,
                            Route.PassGate _,
                            Route.Fail _,
                            Route.Halt _,
                            Route.End _ ->
                            false;
                };
        return leadsNowhere ? Route.PROCEED : route;
    }
}
