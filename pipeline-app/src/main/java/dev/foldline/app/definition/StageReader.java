package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Expands the stages of a workflow file for given inputs. All problems are collected. */
public final class StageReader {
    private static final int TURNS_MAX = 1_000;
    static final String PREPARE = "prepare";

    private final StepContext context;
    private final WorkflowFile file;
    private final Inputs inputs;
    private final Problems problems;
    private final PhaseReader phases;
    private LinkedHashMap<String, Origin> places = LinkedHashMap.empty();

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
        this.phases = new PhaseReader(context);
    }

    public ExpandedFile expand() {
        places = places.put("recovery", file.head().recovery().at());
        var stages = file.stages().flatMap(this::stage);
        var all =
                file.head().opensBranch() && !opensBranch(stages)
                        ? stages.prepend(prepare())
                        : stages;
        return new ExpandedFile(all, phases.budgets(), phases.prompts(), places);
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

    private Option<Stage> stage(Node node) {
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
                        "phases");
        var id = context.name(fields, "stage");
        places = places.put(id, fields.origin());
        if (fields.has("attempts"))
            problems.add(
                    fields.place("attempts"),
                    "attempts is not supported yet",
                    "delete it; a stage runs once per turn");
        if (!fields.has("phases"))
            problems.add(fields.origin(), "phases is missing", "write phases: [...]");
        var read =
                fields.items("phases")
                        .flatMap(
                                each -> {
                                    var some = phases.phases(each, id);
                                    some.forEach(
                                            one ->
                                                    places =
                                                            places.put(
                                                                    id + "/" + one.id(),
                                                                    each.origin()));
                                    return some;
                                });
        var turns = turns(fields, read);
        return inputs.isWanted(fields) ? Option.of(new Stage(id, turns, read)) : Option.none();
    }

    private LoopCondition turns(FieldReader fields, Vector<Phase> phases) {
        var loops = Vector.of("once", "times", "until", "each").filter(fields::has);
        if (loops.size() > 1)
            problems.add(
                    fields.place(loops.last()),
                    "a stage has " + loops.mkString(" and "),
                    "keep one of them");
        if (fields.has("done_after") && !fields.has("each"))
            problems.add(
                    fields.place("done_after"), "done_after needs each", "add each, or delete it");
        if (fields.has("until")) return until(fields.find("until").get());
        if (fields.has("each"))
            return new LoopCondition.EachItem(
                    fields.text("each").getOrElse(""),
                    fields.text("done_after")
                            .getOrElse(phases.lastOption().map(Phase::id).getOrElse("")));
        return new LoopCondition.Times(
                fields.has("times")
                        ? inputs.number(fields, "times", 0, context.max(TURNS_MAX), 1)
                        : 1);
    }

    private LoopCondition until(Node node) {
        var fields = FieldReader.of(node, "until", problems, "artifact", "label", "max");
        if (!fields.has("max"))
            problems.add(
                    fields.origin(), "max is missing", "write max: 5, or max: { input: NAME }");
        return new LoopCondition.Until(
                inputs.number(fields, "max", 0, context.max(TURNS_MAX), 1),
                fields.required("artifact", "NAME"),
                fields.required("label", "LABEL"));
    }
}
