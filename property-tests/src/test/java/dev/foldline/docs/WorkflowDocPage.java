package dev.foldline.docs;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.util.Locale;

/** The pages about the workflows that are built in, printed from their values. */
final class WorkflowDocPage {
    private WorkflowDocPage() {}

    private static final int ITERATIONS = 5;
    private static final int REVIEWS = 2;

    static String ralph() {
        return page(
                ralphSample(),
                "Ralph",
                "Shown with "
                        + ITERATIONS
                        + " iterations and "
                        + REVIEWS
                        + " reviews at most, one check, a gate behind planning, and a rebase before"
                        + " and after. Without checks the steps\n"
                        + "`check` fall away; gates and rebases are there only when asked for.");
    }

    static String feature() {
        var options =
                new Feature.Options(
                        new Feature.Gates.AllBut(Vector.empty()),
                        Feature.Delivery.MERGE,
                        Vector.empty());
        return page(
                BuiltinWorkflows.checkedOnBase(Feature.workflow(options, CHECKED)),
                "Feature",
                "Shown with one check and with all gates closed. Without checks the steps `check`"
                        + " fall away; gates are there only when asked for.");
    }

    static String tdd() {
        return page(
                Tdd.workflow(Tdd.Options.DEFAULT, Policy.DEFAULT),
                "Tdd",
                "Shown with the usual numbers. The check `test_command` is what the worker"
                        + " submits.");
    }

    static String drivenPhases() {
        return page(
                DrivenTdd.workflow(Tdd.Options.DEFAULT, Policy.DEFAULT),
                "DrivenTdd",
                "The same, where the engine calls the agent: what `foldline run --workflow tdd`"
                        + " runs.");
    }

    static String tasks() {
        return page(
                Tasks.workflow(CHECKED),
                "TaskText",
                "Shown with one check. Without checks the steps `check` fall away.");
    }

    static String task() {
        return page(
                Task.workflow(
                        Vector.of("developer", "reviewer").map(id -> new Task.Terminal(id, id)),
                        Policy.DEFAULT),
                "Task",
                "Shown with two terminals, `developer` and `reviewer`.");
    }

    private static String page(Workflow workflow, String source, String shown) {
        var page =
                new StringBuilder(
                        GeneratedPage.head(
                                "Workflow " + workflow.name(), "the value in `" + source + "`"));
        page.append(shown)
                .append("\n\n")
                .append("Between two inputs from outside this value needs at most ")
                .append(EffectBound.effects(workflow))
                .append(" effects, whatever the world does.\n\n");
        diagram(page, workflow);
        workflow.stages().forEach(stage -> stage(page, stage));
        return page.toString();
    }

    private static final Policy CHECKED =
            Policy.DEFAULT.withChecks(
                    LinkedHashMap.of(
                            BuiltinWorkflows.CHECKS,
                            Vector.of(new CommandLine.Shell("mvn -q verify"))));

    private static Workflow ralphSample() {
        var options =
                new Ralph.Options(
                        ITERATIONS,
                        REVIEWS,
                        true,
                        Vector.of("planning"),
                        Ralph.Rebasing.BEFORE_AND_AFTER,
                        Ralph.Options.DEFAULT.care(),
                        Ralph.Options.DEFAULT.fixCare(),
                        false);
        return BuiltinWorkflows.checkedOnBase(Ralph.workflow(options, CHECKED));
    }

    private static void stage(StringBuilder page, Stage stage) {
        page.append("\n## Stage ")
                .append(stage.id())
                .append(", ")
                .append(turns(stage.turns()))
                .append("\n\n")
                .append(
                        "| phase | entered | steps, in order | labels lead | gate |\n"
                                + "|---|---|---|---|---|\n");
        stage.phases()
                .forEach(
                        phase ->
                                page.append("| `")
                                        .append(phase.id())
                                        .append("` | ")
                                        .append(entered(phase.entry()))
                                        .append(" | ")
                                        .append(
                                                phase.steps()
                                                        .map(WorkflowDocPage::step)
                                                        .mkString("<br>"))
                                        .append(" | ")
                                        .append(
                                                Vector.ofAll(phase.routes())
                                                        .map(
                                                                route ->
                                                                        "`"
                                                                                + route._1()
                                                                                + "`: "
                                                                                + route(
                                                                                        phase,
                                                                                        route._2()))
                                                        .mkString("<br>"))
                                        .append(" | ")
                                        .append(
                                                phase.gate()
                                                        .map(
                                                                gate ->
                                                                        "the user approves;"
                                                                                + " rejected: "
                                                                                + gate.onReject()
                                                                                        .name()
                                                                                        .toLowerCase(
                                                                                                Locale
                                                                                                        .ROOT))
                                                        .getOrElse(""))
                                        .append(" |\n"));
    }

    private static String turns(LoopCondition turns) {
        return switch (turns) {
            case LoopCondition.Times(var count) when count == 1 -> "once";
            case LoopCondition.Times(var count) -> count + " times";
            case LoopCondition.Until(var max, var artifact, var label) ->
                    "at most " + max + " times, until " + artifact + ".json says " + label;
            case LoopCondition.EachItem(var list, var _) -> "once for each item of " + list;
        };
    }

    private static String entered(PhaseEntry entry) {
        return switch (entry) {
            case PhaseEntry.Always _ -> "every turn";
            case PhaseEntry.WhenRouted _ -> "when a label sends here";
            case PhaseEntry.WhenPreceded _ -> "after the phase before it";
            case PhaseEntry.WhenTagged _ -> "when its item is tagged so";
        };
    }

    private static String step(Step step) {
        return switch (step) {
            case Step.Clean(var names) when names.isEmpty() -> "clean the worktree";
            case Step.Clean(var names) ->
                    "remove " + names.map(WorkflowDocPage::json).mkString(", ");
            case Step.Prompt(var role, var template) ->
                    "write the " + role + "'s prompt from `" + template + ".md`";
            case Step.Agent(var role) -> "call the " + role;
            case Step.Collect(var name, var labels, _) ->
                    "collect "
                            + json(name)
                            + (labels.isEmpty() ? "" : ", which says " + labels.mkString(", "));
            case Step.Check(var name, var expectation) ->
                    "run the check `"
                            + name
                            + "`, which must "
                            + expectation.name().toLowerCase(Locale.ROOT);
            case Step.Git(var operation, _, var reliesOn) ->
                    "git: "
                            + operation.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                            + reliesOn.map(check -> ", only what `" + check + "` has passed on")
                                    .getOrElse("");
            case Step.WorkerRequest external when external.artifact().isDefined() ->
                    "collect "
                            + json(external.artifact().get())
                            + ", the answer to "
                            + external.instruction();
            case Step.WorkerRequest external ->
                    "wait for a worker outside: " + external.instruction();
            case Step.Forge(var operation, _, _, _) ->
                    "pull request: " + operation.name().toLowerCase(Locale.ROOT);
            case Step.Change(var operation, _) ->
                    switch (operation) {
                        case COMPARE -> "compare the change with its base";
                        case TRY_TESTS ->
                                "try the tests on other code, as far as that can tell more";
                        case RESTORE -> "put back the files that judge the change";
                    };
            case Step.Switch _ -> "resolve the models of the item's agents";
            case Step.Children children ->
                    "run "
                            + children.workflow()
                            + " for each item of "
                            + children.list()
                            + (children.until() == Step.Until.ANY ? " until any completes" : "");
        };
    }

    private static String json(String artifact) {
        return "`" + artifact + ".json`";
    }

    private static String route(Phase phase, Route route) {
        return switch (route) {
            case Route.Proceed _ -> "to the next step";
            case Route.NextPhase _ -> "past the rest of the phase";
            case Route.To(var to) -> "to `" + to + "`";
            case Route.Back(var stage, var max) ->
                    "back to `" + stage + "`, at most " + max + " times";
            case Route.More _ ->
                    "to more of this phase, at most "
                            + phase.retryPolicy().continuationsMax()
                            + " calls, then "
                            + switch (phase.retryPolicy().onExhausted()) {
                                case NEXT_AGENT -> "the next agent";
                                case PROCEED -> "to the next step";
                                case NEXT_TURN ->
                                        "to the next step, in the last turn the next agent";
                            };
            case Route.Fail(var why) -> "to recovery: " + why;
            case Route.Halt(var why) -> "to a halt: " + why;
            case Route.PassGate _ -> "to the next phase, without the gate";
            case Route.Ahead(var stage) -> "to the stage " + stage;
            case Route.End _ -> "to the end of the run";
        };
    }

    private static void diagram(StringBuilder page, Workflow workflow) {
        page.append("```mermaid\nflowchart TD\n");
        workflow.stages()
                .forEach(
                        stage -> {
                            page.append("  subgraph ")
                                    .append(stage.id())
                                    .append(" [\"")
                                    .append(stage.id())
                                    .append(", ")
                                    .append(turns(stage.turns()))
                                    .append("\"]\n");
                            stage.phases()
                                    .forEach(
                                            phase ->
                                                    page.append("    ")
                                                            .append(node(stage, phase.id()))
                                                            .append("[\"")
                                                            .append(phase.id())
                                                            .append(
                                                                    phase.gate().isDefined()
                                                                            ? ", then a gate"
                                                                            : "")
                                                            .append("\"]\n"));
                            edges(page, stage);
                            page.append("  end\n");
                        });
        workflow.stages()
                .zip(workflow.stages().drop(1))
                .forEach(
                        pair ->
                                page.append("  ")
                                        .append(pair._1().id())
                                        .append(" --> ")
                                        .append(pair._2().id())
                                        .append('\n'));
        page.append("```\n");
    }

    /** From each phase to the next one that every turn enters, and where its labels send. */
    private static void edges(StringBuilder page, Stage stage) {
        var phases = stage.phases();
        for (int i = 0; i < phases.size(); i++) {
            var from = node(stage, phases.get(i).id());
            phases.drop(i + 1)
                    .find(later -> later.entry() instanceof PhaseEntry.Always)
                    .forEach(
                            next ->
                                    page.append("    ")
                                            .append(from)
                                            .append(" --> ")
                                            .append(node(stage, next.id()))
                                            .append('\n'));
            phases.get(i)
                    .routes()
                    .forEach(
                            label -> {
                                if (label._2() instanceof Route.To(var to))
                                    page.append("    ")
                                            .append(from)
                                            .append(" -- ")
                                            .append(label._1())
                                            .append(" --> ")
                                            .append(node(stage, to))
                                            .append('\n');
                                if (label._2() instanceof Route.More)
                                    page.append("    ")
                                            .append(from)
                                            .append(" -- ")
                                            .append(label._1())
                                            .append(" --> ")
                                            .append(from)
                                            .append('\n');
                            });
        }
    }

    private static String node(Stage stage, String phase) {
        return stage.id() + "_" + phase.replace('-', '_');
    }
}
