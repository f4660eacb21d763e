package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Advice;
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
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Expands the phases of a workflow file. */
final class PhaseReader {
    private static final int RETRIES_MAX = 1_000;
    private static final int MERGES_MAX = 5;
    private static final String LAND = "land";
    private static final Vector<String> FORMS =
            Vector.of("steps", "ask", "commit", "review", "merge");

    private static final Vector<String> STEPS =
            Vector.of("clean", "call", "collect", "check", "git", "children");

    private final StepContext context;
    private final Inputs inputs;
    private final Problems problems;
    private final StepReader steps;
    private final RouteTargets targets;
    private LinkedHashMap<String, Budget> budgets = LinkedHashMap.empty();

    PhaseReader(StepContext context, RouteTargets targets) {
        this.context = context;
        this.inputs = context.inputs();
        this.problems = context.problems();
        this.steps = new StepReader(context);
        this.targets = targets;
    }

    StepReader steps() {
        return steps;
    }

    LinkedHashMap<String, Budget> budgets() {
        return budgets;
    }

    LinkedHashMap<String, String> prompts() {
        return steps.prompts();
    }

    /** Returns the phase and those that its short form adds; none if its condition is not met. */
    Vector<Phase> phases(Node node, String stage) {
        var fields =
                FieldReader.of(
                        node,
                        "a phase",
                        problems,
                        PhaseReader::underSteps,
                        "phase",
                        "if",
                        "optional",
                        "enter",
                        "steps",
                        "ask",
                        "commit",
                        "review",
                        "merge",
                        "routes",
                        "gate",
                        "retry",
                        "budget");
        var id = context.name(fields, "phase");
        var forms = FORMS.filter(fields::has);
        if (forms.size() > 1)
            problems.add(
                    fields.place(forms.last()),
                    "a phase has " + forms.mkString(" and "),
                    "keep one of them, or write them as steps:");
        var work = work(fields, forms.headOption().getOrElse("steps"), stage);
        var phase =
                new Phase(
                        id,
                        entry(fields),
                        work.steps(),
                        fields.find("gate").map(this::gate),
                        routes(fields, stage, work),
                        fields.find("retry").map(this::retry).getOrElse(PhaseRetryPolicy.DEFAULT));
        if (!inputs.isWanted(fields) || fields.isTrue("optional") && phase.steps().isEmpty())
            return Vector.empty();
        fields.find("budget")
                .forEach(each -> budgets = budgets.put(id, BudgetReader.budget(each, problems)));
        return work.following().prepend(phase);
    }

    /** Returns what to do about a step that is written as a key of its phase. */
    private static Option<String> underSteps(String key) {
        return Option.when(
                STEPS.contains(key), () -> "it is a step: write steps: [" + key + ": ...]");
    }

    /** A route of a label that only an omitted step declares is omitted too. */
    private Map<String, Route> routes(FieldReader fields, String stage, Work work) {
        var omitted = steps.takeOmittedLabels().removeAll(work.steps().flatMap(Step::declared));
        return work.routes()
                .merge(new RouteReader(context, targets).routes(fields, stage))
                .filterKeys(label -> !omitted.contains(label));
    }

    /** The steps of a phase, and the routes and further phases that a short form implies. */
    private record Work(Vector<Step> steps, Map<String, Route> routes, Vector<Phase> following) {
        Work(Vector<Step> steps) {
            this(steps, LinkedHashMap.empty());
        }

        Work(Vector<Step> steps, Map<String, Route> routes) {
            this(steps, routes, Vector.empty());
        }
    }

    private Work work(FieldReader fields, String form, String stage) {
        return switch (form) {
            case "ask" -> new Work(fields.find("ask").toVector().flatMap(steps::ask));
            case "commit" ->
                    new Work(
                            fields.find("commit").toVector().flatMap(steps::commit),
                            LinkedHashMap.of("changed", Route.PROCEED, "clean", Route.NEXT_PHASE));
            case "review" -> review(fields, stage);
            case "merge" -> merge(fields.find("merge").get(), stage);
            default -> new Work(separated(fields.items("steps").flatMap(steps::step)));
        };
    }

    /** In a file, each call has a segment of its own. */
    private Vector<Step> separated(Vector<Step> read) {
        return context.isExpansion() ? read : CallSegments.separated(read);
    }

    private Work review(FieldReader phase, String stage) {
        var node = phase.find("review").get();
        var fields = FieldReader.of(node, "review", problems, "role", "prompt", "artifact", "fix");
        var fix = fields.required("fix", "the phase that fixes the issues");
        if (fields.has("fix"))
            targets.add(
                    stage, phase.text("phase").getOrElse(""), "issues", fix, fields.place("fix"));
        return new Work(
                steps.review(fields),
                LinkedHashMap.of("clean", Route.NEXT_PHASE, "issues", new Route.To(fix)));
    }

    /** If the target has moved, the stage prepares and checks the merge again. */
    private Work merge(Node node, String stage) {
        var fields =
                FieldReader.of(
                        node,
                        "merge",
                        problems,
                        "message_from",
                        "prompt",
                        "requires",
                        "land",
                        "times");
        var landing =
                Phase.phase(
                                fields.has("land") ? context.name(fields, "land") : LAND,
                                steps.land(fields))
                        .route("landed", Route.PROCEED)
                        .route(
                                "overtaken",
                                new Route.Back(
                                        stage,
                                        fields.number("times", 1, RETRIES_MAX)
                                                .getOrElse(MERGES_MAX)));
        return new Work(steps.merge(fields), LinkedHashMap.empty(), Vector.of(landing));
    }

    private PhaseEntry entry(FieldReader fields) {
        var node = fields.find("enter");
        if (node.isEmpty()) return PhaseEntry.ALWAYS;
        if (node.get() instanceof Node.Fields) {
            var tagged =
                    FieldReader.of(node.get(), "enter", problems, "when_tagged", "unless_tagged");
            return new PhaseEntry.WhenTagged(
                    tagged.words("when_tagged"), tagged.words("unless_tagged"));
        }
        return switch (fields.choice("enter", "always", "when_routed", "when_preceded")
                .getOrElse("always")) {
            case "when_routed" -> PhaseEntry.WHEN_SENT;
            case "when_preceded" -> PhaseEntry.WHEN_PRECEDED;
            default -> PhaseEntry.ALWAYS;
        };
    }

    private GateSpec gate(Node node) {
        if (!(node instanceof Node.Fields)) {
            problems.add(
                    node.origin(),
                    "gate is " + node.phrase(),
                    "write gate: { on_reject: redo }, or terminate or continue in place of redo");
            return new GateSpec(OnReject.REDO);
        }
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
        var fields = FieldReader.of(node, "retry", problems, retryKeys());
        var standard = PhaseRetryPolicy.DEFAULT;
        int max = context.max(RETRIES_MAX);
        return new PhaseRetryPolicy(
                inputs.number(fields, "outputs", 0, max, standard.outputsMax()),
                inputs.number(fields, "repeats", 0, max, standard.continuationsMax()),
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
                fields.number("repairs", 0, max).map(PhaseRetryPolicy.Strict::new),
                fields.find("advice").flatMap(this::advice));
    }

    private String[] retryKeys() {
        var keys = Vector.of("outputs", "repeats", "then", "failed_check", "repairs");
        return (context.isExpansion() ? keys.append("advice") : keys).toJavaArray(String[]::new);
    }

    /** Only workflows of tasks ask a model for advice, so only an expansion contains it. */
    private Option<Advice> advice(Node node) {
        var fields = FieldReader.of(node, "advice", problems, "given", "sought");
        return fields.text("given")
                .<Advice>map(Advice.Given::new)
                .orElse(() -> fields.text("sought").map(Advice.Sought::new));
    }
}
