package dev.foldline.app.report;

import dev.foldline.app.history.RunStatistics;
import dev.foldline.app.history.RunStatistics.Range;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.change.Judge;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.math.RoundingMode;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A workflow on one screen: its phases, what they are likely to use by the repository's own runs,
 * and what bounds it.
 */
public record PlanPage(Workflow workflow, RunStatistics history, Vector<Judge> judges) {
    private static final int JUDGES_SHOWN_MAX = 12;
    private static final int TESTS_SHOWN_MAX = 4;
    private static final String RANGES = "%6s %6s  %8s %8s  %9s %9s";
    private static final int PHASE_CHARS_MIN = 14;
    private static final int AGENTS_CHARS_MAX = 28;

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "runs",
                history.runs().size(),
                "phases",
                phases().map(
                                phase -> {
                                    var fields =
                                            JsonOutput.fields(
                                                    "phase",
                                                    phase.id(),
                                                    "planned_agent_calls",
                                                    plannedCalls(phase));
                                    fields.putAll(document(usage -> usage.meter(phase.id())));
                                    return fields;
                                })
                        .asJava(),
                "total",
                document(Usage::meter),
                "judges",
                judges.map(
                                judge ->
                                        JsonOutput.fields(
                                                "path", judge.pattern().text(), "why", judge.why()))
                        .asJava());
    }

    private Map<String, Object> document(Function<Usage, Meter> meter) {
        return JsonOutput.fields(
                "agent_calls",
                document(history.range(meter, each -> (long) each.agentCalls()), calls -> calls),
                "wall_ms",
                document(history.range(meter, Meter::wallMillis), millis -> millis),
                "usd",
                document(history.cost(meter), ValueFormatter::dollars),
                "usd_estimated",
                document(history.estimatedCost(meter), ValueFormatter::dollars));
    }

    private static Option<Map<String, Object>> document(
            Option<Range> range, LongFunction<Object> value) {
        return range.map(
                each ->
                        JsonOutput.fields(
                                "median",
                                value.apply(each.median()),
                                "p90",
                                value.apply(each.ninetieth()),
                                "runs",
                                each.runs()));
    }

    /** For users. */
    public String text(TextStyle paint) {
        var text =
                new StringBuilder(paint.strong(workflow.name()))
                        .append(' ')
                        .append(workflow.version())
                        .append('\n');
        workflow.stages()
                .filter(stage -> !stage.id().equals(GuardedWorkflow.NAME))
                .forEach(
                        stage ->
                                text.append("  ")
                                        .append(stage.id())
                                        .append(", ")
                                        .append(WorkflowPage.turns(stage))
                                        .append('\n'));
        text.append('\n').append(paint.strong(head())).append('\n');
        phases().forEach(phase -> text.append(line(phase, paint)).append('\n'));
        if (!history.runs().isEmpty())
            text.append(row("total", "", ranges(Usage::meter)).stripTrailing()).append('\n');
        return text.append('\n')
                .append(basis())
                .append("\nbound    ")
                .append(ValueFormatter.of(workflow.policy().budget()))
                .append("; ")
                .append(BoundReport.text(workflow))
                .append('\n')
                .append(workflow.policy().guard().map(this::guard).getOrElse(""))
                .toString();
    }

    /** What judges the run's change, and what follows if it is changed itself. */
    private String guard(Guard guard) {
        var shown =
                judges.take(JUDGES_SHOWN_MAX)
                        .map(judge -> "\n  " + judge.pattern().text() + ": " + judge.why())
                        .mkString();
        int more = judges.size() - JUDGES_SHOWN_MAX;
        return "guard    "
                + switch (guard.onChange()) {
                    case GATE -> "asks you if the change touches what judges it";
                    case REFUSE -> "puts back what judges the change before each commit";
                    case REPORT -> "reports if the change touches what judges it";
                }
                + (judges.isEmpty() ? "; nothing was found that does" : ":" + shown)
                + (more > 0 ? "\n  and " + more + " more" : "")
                + "\n  tests: "
                + guard.tests().take(TESTS_SHOWN_MAX).mkString(", ")
                + (guard.tests().size() > TESTS_SHOWN_MAX
                        ? " and %d more patterns (guard.tests)"
                                .formatted(guard.tests().size() - TESTS_SHOWN_MAX)
                        : "")
                + "\n";
    }

    private String head() {
        return row(
                        "phase",
                        "work",
                        history.runs().isEmpty()
                                ? "calls"
                                : RANGES.formatted("calls", "90 %", "time", "90 %", "cost", "90 %"))
                .stripTrailing();
    }

    private String line(Phase phase, TextStyle paint) {
        var gate =
                phase.gate()
                        .map(
                                _ ->
                                        paint.careful(
                                                GuardedWorkflow.isGuard(phase)
                                                        ? "  may wait for approval"
                                                        : "  waits for approval"))
                        .getOrElse("");
        var figures =
                history.runs().isEmpty()
                        ? "%-12s".formatted(calls(phase))
                        : ranges(usage -> usage.meter(phase.id()));
        return (row(phase.id(), work(phase), figures) + gate).stripTrailing();
    }

    private String row(String phase, String work, String figures) {
        int width = phases().map(each -> each.id().length()).max().getOrElse(0);
        return phase
                + " ".repeat(Math.max(PHASE_CHARS_MIN, width) - phase.length())
                + " %-28s  %s".formatted(work, figures);
    }

    private String ranges(Function<Usage, Meter> meter) {
        var calls = history.range(meter, each -> (long) each.agentCalls());
        var time = history.range(meter, Meter::wallMillis);
        var cost = history.cost(meter);
        boolean isEstimated =
                history.runs().map(meter).exists(each -> each.microUsd().estimated().isDefined());
        LongFunction<String> dollars = amount -> (isEstimated ? "~" : "") + dollars(amount);
        return RANGES.formatted(
                cell(calls.map(Range::median), String::valueOf),
                cell(calls.map(Range::ninetieth), String::valueOf),
                cell(time.map(Range::median), ValueFormatter::duration),
                cell(time.map(Range::ninetieth), ValueFormatter::duration),
                cell(cost.map(Range::median), dollars),
                cell(cost.map(Range::ninetieth), dollars));
    }

    /** To the cent: more digits would claim to be exact. */
    private static String dollars(long microUsd) {
        return "$" + ValueFormatter.dollars(microUsd).setScale(2, RoundingMode.CEILING);
    }

    private static String cell(Option<Long> value, LongFunction<String> words) {
        return value.map(words::apply).getOrElse("unknown");
    }

    private String basis() {
        int runs = history.runs().size();
        return runs == 0
                ? "No run of "
                        + workflow.name()
                        + " has completed here yet: calls are those of the workflow, time and cost"
                        + " are unknown."
                : "Median and 90 % of the last "
                        + (runs == 1 ? "completed run" : runs + " completed runs")
                        + " of "
                        + workflow.name()
                        + "; time is that of calls and checks."
                        + costBasis(runs);
    }

    private String costBasis(int runs) {
        int known = history.cost(Usage::meter).map(Range::runs).getOrElse(0);
        return known == runs ? "" : " The cost is known of " + known + " of " + runs + ".";
    }

    /** Returns the phases, each once; a phase that several stages have is counted over all. */
    private Vector<Phase> phases() {
        return workflow.phases().distinctBy(Phase::id).toVector();
    }

    /** Returns the calls that the phase makes without a retry; none if that depends on a list. */
    private Option<Long> plannedCalls(Phase phase) {
        var stages = stages(phase);
        return Option.when(
                stages.forAll(stage -> !(stage.turns() instanceof LoopCondition.EachItem)),
                () ->
                        stages.map(stage -> (long) stage.turns().countedMax()).sum().longValue()
                                * agentSteps(phase));
    }

    private Vector<Stage> stages(Phase phase) {
        return workflow.stages()
                .filter(stage -> stage.phases().exists(each -> each.id().equals(phase.id())))
                .toVector();
    }

    private static int agentSteps(Phase phase) {
        return phase.steps().count(step -> step instanceof Step.Agent);
    }

    private String calls(Phase phase) {
        if (agentSteps(phase) == 0) return "-";
        var fixed =
                phase.entry() instanceof PhaseEntry.Always
                        && stages(phase)
                                .forAll(stage -> stage.turns() instanceof LoopCondition.Times);
        return plannedCalls(phase)
                .map(calls -> (fixed ? "" : "up to ") + calls)
                .getOrElse(agentSteps(phase) + " an item");
    }

    private String work(Phase phase) {
        var agents =
                phase.steps()
                        .filter(step -> step instanceof Step.Agent)
                        .map(step -> workflow.policy().chain(((Step.Agent) step).role()))
                        .distinct()
                        .map(chain -> chain.mkString(", then "))
                        .mkString("; ");
        if (agents.isEmpty())
            return phase.steps().isEmpty()
                    ? "-"
                    : phase.steps().map(PlanPage::kind).distinct().mkString(", ");
        return agents.length() <= AGENTS_CHARS_MAX
                ? agents
                : agents.substring(0, AGENTS_CHARS_MAX - 3) + "...";
    }

    private static String kind(Step step) {
        return switch (step) {
            case Step.Agent _, Step.Clean _, Step.Collect _, Step.Prompt _ -> "files";
            case Step.Check _ -> "checks";
            case Step.Git _ -> "git";
            case Step.Change _ -> "compares the change";
            case Step.Forge _ -> "pull request";
            case Step.WorkerRequest _ -> "external agent";
            case Step.Switch _ -> "model";
            case Step.Children _ -> "child runs";
        };
    }
}
