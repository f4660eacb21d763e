package dev.foldline.core.summary;

import static dev.foldline.core.summary.Amounts.count;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.effect.WaitCondition.PullRequestNews;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.RunEnd;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.control.Option;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * What a run is at, or how it ended, in one sentence without words of the engine. It is the same
 * wherever a run is shown.
 */
public final class RunSentence {
    /** What a gate says that has nothing to add. */
    private static final String APPROVE = "Approve what ";

    private final PipelineState state;
    private final boolean isDriven;
    private final ZoneId zone;

    private RunSentence(PipelineState state, boolean isDriven, ZoneId zone) {
        this.state = state;
        this.isDriven = isDriven;
        this.zone = zone;
    }

    /**
     * @param isDriven whether a process works on the run
     * @param zone of the times in the sentence
     */
    public static String of(PipelineState state, boolean isDriven, ZoneId zone) {
        return new RunSentence(state, isDriven, zone).text();
    }

    /** Returns the sentence about a run on which a process has just begun to work. */
    public static String ofStart() {
        return "Working: starts or continues.";
    }

    /** Returns the sentence about a run whose log has lost lines. */
    public static String ofDamage(String message) {
        return sentence("Cannot continue: ", message, "");
    }

    /** Returns whether the sentence says that a process works on the run. */
    public static boolean isWorking(String sentence) {
        return sentence.startsWith("Working");
    }

    private String text() {
        if (RunEnd.foundNothing(state))
            return "Done" + spent() + ": nothing is left to do in the plan.";
        var next = Pipeline.determineNextEffect(state);
        if (next instanceof Control.Stop(var outcome)) return ended(outcome);
        if (next instanceof Control.Wait(var awaited, var until) && awaited.nonEmpty())
            return waiting(awaited.head(), until);
        return isDriven ? working() : inactive();
    }

    private String ended(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> ResultText.done(state, "Done" + spent());
            case Outcome.Failed(var fault) -> sentence("Failed: ", FaultText.of(fault), "");
            case Outcome.Rejected(var gate, var feedback) ->
                    sentence("Rejected at ", gate + ": " + feedback, "");
            case Outcome.Aborted(var why) -> sentence("Cancelled: ", why, "");
        };
    }

    /** For example {@code in 7.5 s for $3.07}, of what was worked. */
    private String spent() {
        var meter = state.usage().meter();
        return " in "
                + Amounts.duration(meter.wallMillis())
                + " of work"
                + Amounts.money(meter.microUsd()).map(amount -> " for " + amount).getOrElse("");
    }

    private String waiting(WaitCondition awaited, Option<Instant> until) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) -> atGate(gate);
            case WaitCondition.Resumption _ -> paused();
            case WaitCondition.BudgetRaise(var meters) ->
                    sentence(
                            "Stopped, its budget is used up (",
                            meters.replace(",", ", ").replace('_', ' '),
                            "); its work is kept.");
            case WaitCondition.Intervention(var fault) -> stopped(fault);
            case WaitCondition.Timer(var time, var why) -> resting(time, why);
            case WaitCondition.Call(var instruction, _) ->
                    sentence("Waits for work from outside: ", instruction, "");
            case WaitCondition.PullRequestNews news -> requested(news);
            case WaitCondition.ChildrenEnds(var list) -> children(list, until);
        };
    }

    /** Returns the sentence about a run that waits at a gate. */
    public static String atGate(Gate gate) {
        if (gate.question().isDefined())
            return sentence("Waits for your answer: ", gate.reason(), "");
        return gate.reason().isBlank() || gate.reason().startsWith(APPROVE)
                ? sentence("Waits for you: approve ", gate.id(), "")
                : sentence("Waits for you at ", gate.id() + ": " + gate.reason(), "");
    }

    private String paused() {
        return state.slots().retry() instanceof Retry.Waiting(_, var until)
                ? sentence(
                        "Paused by you; then it waits until " + time(until) + " for ",
                        state.awaitedAgent().getOrElse("another try"),
                        "")
                : "Paused by you; resume it to continue.";
    }

    private String stopped(Fault fault) {
        if (isBeforeWork() && fault.kind() != Fault.Kind.NEEDS_PERSON)
            return sentence(
                    "Stopped before its first call, its base fails: ", FaultText.of(fault), "");
        return fault.kind() == Fault.Kind.CONFLICT
                ? sentence("Stopped at a conflict: ", FaultText.of(fault), "")
                : sentence("Stopped: ", FaultText.of(fault), "");
    }

    private boolean isBeforeWork() {
        return state.usage().meter().agentCalls() == 0
                && state.phase().exists(phase -> phase.id().equals(BuiltinWorkflows.BASELINE));
    }

    private String resting(Instant time, Fault why) {
        boolean isLimit = why.kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        return sentence(
                (isLimit ? "Limited until " : "Waits to try again until ") + time(time) + ": ",
                state.awaitedAgent().map(agent -> agent + ", ").getOrElse("") + FaultText.of(why),
                isDriven ? "" : "; resume it then.");
    }

    private String requested(PullRequestNews news) {
        var request =
                "Waits for "
                        + news.link()
                                .map(link -> "pull request #" + link.number())
                                .getOrElse("its pull request");
        return news.refusal()
                .map(why -> sentence(request + ", which the forge does not merge yet: ", why, ""))
                .getOrElse(() -> request + ": " + awaited(news.checks()) + ".");
    }

    private static String awaited(Checks checks) {
        return switch (checks) {
            case NONE -> "no checks are reported, a review or the merge is next";
            case PENDING -> "its checks run";
            case PASSED -> "its checks passed, a review or the merge is next";
            case FAILED -> "its checks failed";
        };
    }

    private String children(String list, Option<Instant> until) {
        var items = Completion.items(state);
        var tasks =
                "%d of %s done"
                        .formatted(Completion.done(state).size(), count(items.size(), "task"));
        return isDriven
                ? sentence(
                        "Working on ",
                        list,
                        ": " + tasks + until.map(end -> ", until " + time(end)).getOrElse("") + ".")
                : sentence("Not active: ", tasks + " of its " + list, "; resume it to continue.");
    }

    private String working() {
        var calls = state.usage().meter().agentCalls();
        var soFar =
                calls == 0
                        ? ""
                        : "; "
                                + count(calls, "call")
                                + Amounts.money(state.usage().meter().microUsd())
                                        .map(amount -> " for " + amount)
                                        .getOrElse("")
                                + " so far";
        return sentence("Working: ", activity(), soFar + ".");
    }

    private String activity() {
        return switch (state.slots().inFlight()) {
            case InFlight.Known(_, var effect) -> activity(effect);
            case InFlight.Unknown(_, var effect) ->
                    "finds out whether this was done: " + activity(effect);
            case InFlight.Idle _ -> "between two calls";
        };
    }

    private static String activity(ExternalEffect effect) {
        return switch (effect) {
            case InvokeAgent call -> call.role() + " (" + call.agent() + ")";
            case SwitchModel e -> "finds the model of " + e.terminal();
            case RunCheck check -> "runs the check " + check.check();
            case SpawnChild child -> "starts " + child.item().id();
            case ChangeEffect.TryTests _ -> "tries the tests on other code";
            case ChangeEffect.CompareChange _, ChangeEffect.RestoreGuarded _ ->
                    "compares its change with the base";
            case ForgeEffect _ -> "updates its pull request";
            case GitEffect _ -> "uses git";
        };
    }

    /** Without a running call nothing was interrupted. */
    private String inactive() {
        if (state.slots().recovery() instanceof Recovery.Ending(var outcome))
            return sentence("Ends when you resume it: ", end(outcome), "");
        return state.isFree()
                ? "Not active; resume it to continue."
                : "Interrupted; no work is lost. Resume it to continue.";
    }

    private static String end(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "it is done";
            case Outcome.Failed(var fault) -> FaultText.of(fault);
            case Outcome.Rejected(var gate, var feedback) ->
                    "rejected at " + gate + ": " + feedback;
            case Outcome.Aborted(var why) -> "it was cancelled: " + why;
        };
    }

    private static String sentence(String head, String text, String tail) {
        return SentenceText.of(head, text, tail);
    }

    /** The time of the day, with the date if it is another day than the run's latest. */
    private String time(Instant time) {
        var local = time.atZone(zone);
        var clock = "%02d:%02d".formatted(local.getHour(), local.getMinute());
        return isToday(local) ? clock : local.toLocalDate() + " " + clock;
    }

    private boolean isToday(ZonedDateTime time) {
        return time.toLocalDate().equals(state.header().now().atZone(zone).toLocalDate());
    }
}
