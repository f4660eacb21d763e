package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnExhausted;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Expands the phases of a workflow file. */
final class PhaseReader {
    private static final int RETRIES_MAX = 1_000;
    private static final Vector<String> FORMS =
            Vector.of("steps", "ask", "commit", "review", "merge");

    private final Inputs inputs;
    private final Problems problems;
    private final StepReader steps;
    private LinkedHashMap<String, Budget> budgets = LinkedHashMap.empty();

    PhaseReader(WorkflowFile file, Inputs inputs, Set<String> configured, Problems problems) {
        this.inputs = inputs;
        this.problems = problems;
        this.steps = new StepReader(file, inputs, configured, problems);
    }

    LinkedHashMap<String, Budget> budgets() {
        return budgets;
    }

    LinkedHashMap<String, String> prompts() {
        return steps.prompts();
    }

    /** Returns the phase, or none if its condition is not met. */
    Option<Phase> phase(Node node, String stage) {
        var fields =
                FieldReader.of(
                        node, "a phase", problems, "phase", "if", "enter", "steps", "ask", "commit",
                        "review", "merge", "routes", "gate", "retry", "budget");
        var id = fields.name("phase", "NAME");
        var forms = FORMS.filter(fields::has);
        if (forms.size() > 1)
            problems.add(
                    fields.place(forms.last()),
                    "a phase has " + forms.mkString(" and "),
                    "keep one of them, or write them as steps:");
        var work = work(fields, forms.headOption().getOrElse("steps"));
        var phase =
                new Phase(
                        id,
                        entry(fields),
                        work.steps(),
                        fields.find("gate").map(this::gate),
                        routes(fields, stage, work),
                        fields.find("retry").map(this::retry).getOrElse(PhaseRetryPolicy.DEFAULT));
        if (!inputs.isWanted(fields)) return Option.none();
        fields.find("budget")
                .forEach(each -> budgets = budgets.put(id, BudgetReader.budget(each, problems)));
        return Option.of(phase);
    }

    /** A route of a label that only an omitted step declares is omitted too. */
    private Map<String, Route> routes(FieldReader fields, String stage, Work work) {
        var omitted = steps.takeOmittedLabels().removeAll(work.steps().flatMap(Step::declared));
        return work.routes()
                .merge(new RouteReader(problems).routes(fields, stage))
                .filterKeys(label -> !omitted.contains(label));
    }

    /** The steps of a phase, and the routes that a short form implies. */
    private record Work(Vector<Step> steps, Map<String, Route> routes) {
        Work(Vector<Step> steps) {
            this(steps, LinkedHashMap.empty());
        }
    }

    private Work work(FieldReader fields, String form) {
        return switch (form) {
            case "ask" -> new Work(fields.find("ask").toVector().flatMap(steps::ask));
            case "commit" ->
                    new Work(
                            fields.find("commit").toVector().flatMap(steps::commit),
                            LinkedHashMap.of("changed", Route.PROCEED, "clean", Route.NEXT_PHASE));
            case "review" -> review(fields.find("review").get());
            case "merge" -> {
                problems.add(
                        fields.place("merge"),
                        "merge is not supported yet as a short form",
                        "write steps with git: prepare_merge and git: land_merge");
                yield new Work(Vector.empty());
            }
            default -> new Work(fields.items("steps").flatMap(steps::step));
        };
    }

    private Work review(Node node) {
        var fields = FieldReader.of(node, "review", problems, "role", "prompt", "artifact", "fix");
        var fix = fields.required("fix", "the phase that fixes the issues");
        return new Work(
                steps.review(fields),
                LinkedHashMap.of("clean", Route.NEXT_PHASE, "issues", new Route.To(fix)));
    }

    private PhaseEntry entry(FieldReader fields) {
        var node = fields.find("enter");
        if (node.isEmpty()) return PhaseEntry.ALWAYS;
        if (node.get() instanceof Node.Fields) {
            var tagged =
                    FieldReader.of(node.get(), "enter", problems, "when_tagged", "unless_tagged");
            return new PhaseEntry.WhenTagged(
                    tags(tagged, "when_tagged"), tags(tagged, "unless_tagged"));
        }
        return fields.choice("enter", "always", "when_routed")
                .filter("when_routed"::equals)
                .map(_ -> PhaseEntry.WHEN_SENT)
                .getOrElse(PhaseEntry.ALWAYS);
    }

    private static Vector<String> tags(FieldReader fields, String key) {
        return fields.find(key)
                .toVector()
                .flatMap(
                        node ->
                                node instanceof Node.Items
                                        ? fields.items(key)
                                                .flatMap(
                                                        item ->
                                                                item instanceof Node.Text text
                                                                        ? Vector.of(text.text())
                                                                        : Vector.<String>empty())
                                        : fields.text(key).toVector());
    }

    private GateSpec gate(Node node) {
        var fields = FieldReader.of(node, "gate", problems, "on_reject");
        return new GateSpec(
                switch (fields.choice("on_reject", "redo", "terminate", "continue")
                        .getOrElse("redo")) {
                    case "terminate" -> OnReject.TERMINATE;
                    case "continue" -> OnReject.CONTINUE;
                    default -> OnReject.REDO;
                });
    }

    private PhaseRetryPolicy retry(Node node) {
        var fields =
                FieldReader.of(
                        node,
                        "retry",
                        problems,
                        "outputs",
                        "repeats",
                        "then",
                        "failed_check",
                        "repairs");
        var standard = PhaseRetryPolicy.DEFAULT;
        return new PhaseRetryPolicy(
                inputs.number(fields, "outputs", 0, RETRIES_MAX, standard.outputsMax()),
                inputs.number(fields, "repeats", 0, RETRIES_MAX, standard.continuationsMax()),
                switch (fields.choice("then", "next_agent", "proceed", "next_turn")
                        .getOrElse("next_agent")) {
                    case "proceed" -> OnExhausted.PROCEED;
                    case "next_turn" -> OnExhausted.NEXT_TURN;
                    default -> OnExhausted.NEXT_AGENT;
                },
                switch (fields.choice("failed_check", "redo", "instruct_again", "halt")
                        .getOrElse("redo")) {
                    case "instruct_again" -> OnFailedWork.INSTRUCT_AGAIN;
                    case "halt" -> OnFailedWork.HALT;
                    default -> OnFailedWork.REDO;
                },
                fields.number("repairs", 0, RETRIES_MAX).map(PhaseRetryPolicy.Strict::new));
    }
}
