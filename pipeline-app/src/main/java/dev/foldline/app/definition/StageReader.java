package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Expands the stages of a workflow file for given inputs. All problems are collected. */
public final class StageReader {
    static final String PREPARE = "prepare";

    private final StepContext context;
    private final WorkflowFile file;
    private final Inputs inputs;
    private final Problems problems;
    private final PhaseReader phases;
    private final TurnReader turns;
    private final RouteTargets targets;
    private LinkedHashMap<String, Origin> places = LinkedHashMap.empty();
    private LinkedHashMap<String, Vector<String>> agents = LinkedHashMap.empty();
    private Vector<String> attempts = Vector.empty();
    private Vector<String> collected = Vector.empty();

    /**
     * @param values values of the inputs, complete
     * @param configured names of the checks that the configuration defines
     * @param problems receives the problems of the stages
     */
    public StageReader(
            WorkflowFile file,
            Map<String, String> values,
            Set<String> configured,
            ChildDefinitions children,
            Problems problems) {
        this.inputs = new Inputs(file, values, problems);
        this.context = new StepContext(file, inputs, configured, children, problems);
        this.file = file;
        this.problems = problems;
        this.targets = new RouteTargets(problems);
        this.phases = new PhaseReader(context, targets);
        this.turns = new TurnReader(context);
    }

    public ExpandedFile expand() {
        places = places.put("recovery", file.head().recovery().at());
        var stages = file.stages().flatMap(this::stage);
        var all =
                file.head().opensBranch() && !opensBranch(stages)
                        ? stages.prepend(prepare())
                        : stages;
        targets.check(all);
        file.head().recovery().check(WorkflowFile.counted(all), problems);
        return new ExpandedFile(all, phases.budgets(), phases.prompts(), places, agents, attempts);
    }

    private static boolean opensBranch(Vector<Stage> stages) {
        return stages.flatMap(Stage::phases)
                .flatMap(Phase::steps)
                .exists(
                        step ->
                                step instanceof Step.Git git
                                        && git.operation() == GitOperation.OPEN_BRANCH);
    }

    private Stage prepare() {
        var start = Phase.phase("start", Script.git(GitOperation.OPEN_BRANCH));
        return Script.once(
                PREPARE,
                context.configured().contains(BuiltinWorkflows.SETUP)
                        ? Vector.of(
                                start,
                                Phase.phase(
                                        BuiltinWorkflows.SETUP,
                                        Script.check(BuiltinWorkflows.SETUP)))
                        : Vector.of(start));
    }

    private Vector<Stage> stage(Node node) {
        var fields =
                FieldReader.of(
                        node,
                        "a stage",
                        problems,
                        "stage",
                        "if",
                        "once",
                        "times",
                        "until",
                        "each",
                        "done_after",
                        "attempts",
                        "pick",
                        "workflow",
                        "inputs",
                        "phases");
        var id = context.name(fields, "stage");
        places = places.put(id, fields.origin());
        if (fields.has("pick") && !fields.has("attempts"))
            problems.add(fields.place("pick"), "pick needs attempts", "add attempts, or delete it");
        if (fields.has("inputs") && !fields.has("workflow"))
            problems.add(fields.place("inputs"), "inputs needs workflow", "delete it");
        if (fields.has("workflow") && !fields.has("attempts"))
            problems.add(
                    fields.place("workflow"),
                    "workflow needs attempts",
                    "add attempts, or write a step with children:");
        if (fields.has("phases") == fields.has("workflow"))
            problems.add(
                    fields.origin(),
                    fields.has("phases") ? "a stage has phases and workflow" : "phases is missing",
                    "write phases: [...]");
        var read = phases(fields, id);
        var stages =
                fields.has("attempts")
                        ? attempted(fields, id, read)
                        : Vector.of(new Stage(id, turns.turns(fields, read), read));
        collected =
                collected
                        .appendAll(read.flatMap(Phase::steps).flatMap(StageReader::kept))
                        .distinct();
        return inputs.isWanted(fields) ? stages : Vector.empty();
    }

    private Vector<Phase> phases(FieldReader fields, String id) {
        return fields.items("phases")
                .flatMap(
                        each -> {
                            var some = phases.phases(each, id);
                            some.forEach(
                                    one -> places = places.put(id + "/" + one.id(), each.origin()));
                            return some;
                        });
    }

    /** Returns what a later stage may start with; a message belongs to its commit. */
    private static Option<String> kept(Step step) {
        return step instanceof Step.Collect(var artifact, _, _) && !artifact.endsWith("_message")
                ? Option.of(artifact)
                : Option.none();
    }

    /** The stage becomes a workflow of its own, which each attempt runs. */
    private Vector<Stage> attempted(FieldReader fields, String id, Vector<Phase> read) {
        var several = new AttemptsReader(context, phases.steps()).attempts(fields, id, collected);
        agents = agents.merge(several.roles());
        var stages =
                several.stages(
                        fields.has("workflow")
                                ? new ChildrenReader(context)
                                        .workflow(fields)
                                        .map(child -> child.with(Attempts.ending(child.policy())))
                                        .getOrElse(() -> attempt(id, read))
                                : attempt(id, read));
        stages.forEach(
                stage -> {
                    places = places.put(stage.id(), fields.origin());
                    stage.phases()
                            .forEach(
                                    phase ->
                                            places = places.put(stage.key(phase), fields.origin()));
                });
        return stages;
    }

    private Workflow attempt(String id, Vector<Phase> read) {
        var name = file.name() + "-" + id;
        attempts = attempts.append(name);
        read.forEach(
                phase -> {
                    var key = id + "/" + phase.id();
                    places = places.put(name + "/" + key, places.get(key).get());
                });
        var stages = Vector.of(prepare(), Script.once(id, read));
        targets.check(stages);
        return new Workflow(name, 1, stages, Policy.DEFAULT);
    }
}
