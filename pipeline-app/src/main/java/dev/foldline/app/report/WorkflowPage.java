package dev.foldline.app.report;

import dev.foldline.app.history.ChangeFormatter;
import dev.foldline.app.history.ForgeFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

/** A workflow as a page of text: its stages, phases and steps, then what bounds it. */
public final class WorkflowPage {
    private final Workflow workflow;
    private final TextStyle paint;
    private final StringBuilder text = new StringBuilder();

    public WorkflowPage(Workflow workflow, TextStyle paint) {
        this.workflow = workflow;
        this.paint = paint;
    }

    public String text() {
        line(paint.strong(workflow.name()) + " " + workflow.version());
        workflow.stages().forEach(this::stage);
        policy();
        return text.toString();
    }

    private void stage(Stage stage) {
        line("");
        line(paint.strong(stage.id()) + ", " + turns(stage));
        stage.phases().forEach(this::phase);
    }

    /** Returns how often a stage runs, as a clause. */
    static String turns(Stage stage) {
        return switch (stage.turns()) {
            case LoopCondition.Times(var count) -> ValueFormatter.count(count, "time");
            case LoopCondition.Until(var max, var artifact, var label) ->
                    "at most "
                            + ValueFormatter.count(max, "time")
                            + ", until "
                            + artifact
                            + " says "
                            + label;
            case LoopCondition.EachItem(var list, _) -> "for each of " + list;
        };
    }

    private void phase(Phase phase) {
        line(
                "  "
                        + phase.id()
                        + entry(phase.entry())
                        + phase.gate()
                                .map(_ -> "  " + paint.careful("[gate: waits for approval]"))
                                .getOrElse(""));
        phase.steps()
                .forEach(
                        step -> {
                            line("    " + step(step));
                            step.declared()
                                    .forEach(
                                            label ->
                                                    phase.routes()
                                                            .get(label)
                                                            .forEach(
                                                                    route ->
                                                                            line(
                                                                                    "      "
                                                                                            + label
                                                                                            + " -> "
                                                                                            + RouteFormatter
                                                                                                    .of(
                                                                                                            route))));
                        });
    }

    private static String entry(PhaseEntry entry) {
        return switch (entry) {
            case PhaseEntry.Always _ -> "";
            case PhaseEntry.WhenRouted _ -> " (only when a route leads there)";
            case PhaseEntry.WhenPreceded _ -> " (only after the phase before it)";
            case PhaseEntry.WhenTagged tagged ->
                    " (items with "
                            + tagged.all().mkString(", ")
                            + (tagged.none().isEmpty()
                                    ? ""
                                    : " without " + tagged.none().mkString(", "))
                            + ")";
        };
    }

    private String step(Step step) {
        return switch (step) {
            case Step.Clean(var artifacts) ->
                    artifacts.isEmpty() ? "clean" : "clean " + artifacts.mkString(", ");
            case Step.Prompt(var role, var template) -> "prompt " + role + " (" + template + ")";
            case Step.Agent(var role) ->
                    "agent " + role + ": " + workflow.policy().chain(role).mkString(", then ");
            case Step.Collect c -> "collect " + c.artifact();
            case Step.Check(var name, var expectation) ->
                    "check "
                            + name
                            + (expectation == Step.Expectation.FAIL ? " must fail" : "")
                            + ": "
                            + workflow.policy()
                                    .checks()
                                    .get(name)
                                    .map(commands -> commands.map(CommandLine::text).mkString("; "))
                                    .getOrElse("nothing configured");
            case Step.Git git ->
                    "git "
                            + ValueFormatter.of(git.operation())
                            + git.reliesOn().map(check -> ", relies on " + check).getOrElse("");
            case Step.Forge forge -> ForgeFormatter.of(forge);
            case Step.Change(var operation, _) -> ChangeFormatter.of(operation);
            case Step.WorkerRequest external -> "external " + external.instruction();
            case Step.Switch _ -> "resolve the terminal's model";
            case Step.Children children ->
                    "a run of "
                            + children.workflow()
                            + " for each of "
                            + children.list()
                            + (children.until() == Step.Until.ANY ? " until any completes" : "");
        };
    }

    private void policy() {
        var budget = workflow.policy().budget();
        var limits = workflow.policy().limits();
        line("");
        line(paint.strong("bounds"));
        line("  budget      " + budget(budget));
        var phases = workflow.policy().phases();
        phases.values()
                .distinct()
                .forEach(
                        own ->
                                line(
                                        "    "
                                                + phases.filterValues(own::equals)
                                                        .keySet()
                                                        .mkString(", ")
                                                + ": "
                                                + budget(own)));
        line(
                "  rewinds     "
                        + limits.rewindsMax()
                        + " in total, "
                        + workflow.policy().recovery().attemptsMax()
                        + " recoveries of one failure, "
                        + limits.cyclesMax()
                        + " cycles of a chain, "
                        + limits.sameAgentMax()
                        + " failures of one agent");
        line(
                "  effects     at most "
                        + EffectBound.effects(workflow)
                        + " between two inputs from outside"
                        + BoundReport.ofChildren(workflow));
    }

    private static String budget(Policy.Budget budget) {
        return budget.agentCallsMax()
                        .map(max -> max + " agent calls")
                        .getOrElse("unlimited agent calls")
                + budget.wallMillisMax()
                        .map(max -> ", " + ValueFormatter.duration(max))
                        .getOrElse(", unlimited time")
                + budget.microUsdMax().map(max -> ", $" + ValueFormatter.money(max)).getOrElse("")
                + budget.tokensMax().map(max -> ", " + max + " tokens").getOrElse("");
    }

    private void line(String words) {
        text.append(words.stripTrailing()).append('\n');
    }
}
