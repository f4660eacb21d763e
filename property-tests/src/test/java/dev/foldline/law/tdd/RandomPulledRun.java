package dev.foldline.law.tdd;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Call;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.CallClassifier;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.projection.tdd.WorktreeObservation;
import dev.foldline.core.projection.tdd.WorktreeObservation.MasterPlan;
import dev.foldline.core.projection.tdd.WorktreeObservation.PlanFile;
import dev.foldline.core.projection.tdd.WorktreeObservation.WorkTree;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.workflow.tdd.PlanFormat;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * A run of {@code tdd} in which everything is luck: what is called and submitted, what somebody
 * writes into the plan by hand, what tests say, what reviews find, whether git fails, and where a
 * driver dies. It counts by itself how often a step has failed.
 */
final class RandomPulledRun {
    private static final int EFFECTS_MAX = 500;
    private static final Vector<String> WORKED = Vector.of(Tdd.RED, Tdd.RED_AGAIN, Tdd.GREEN);

    private final SeededRandom luck;

    /** One run in three has a worker that can do nothing right. */
    private final boolean hopeless;

    private int drawn;
    private TddTimeline account;
    private Option<JsonValue.Obj> file = Option.none();
    private Map<String, JsonValue.Obj> plans = LinkedHashMap.empty();
    private Map<String, Vector<JsonValue.Obj>> reviews = LinkedHashMap.empty();
    private int failed;

    /**
     * A call that was made.
     *
     * @param before the run before it
     * @param failures how often the step had failed, by our own count
     */
    record RecordedCall(
            CallKind kind,
            String tool,
            Map<String, String> arguments,
            CallClassifier meaning,
            TddView before,
            int failures) {
        TddStatus status() {
            return before.status();
        }

        Vector<String> done() {
            return before.state().items().done(Tdd.STEPS);
        }
    }

    RandomPulledRun(RandomChoices choices) {
        luck = choices.source();
        hopeless = luck.fork("hopeless").chance(33);
        account =
                TddTimeline.of(
                        new RunEvent.RunStarted(
                                "r",
                                Tdd.workflow(Tdd.Options.DEFAULT, Policy.DEFAULT),
                                "task",
                                Pipeline.RULES_VERSION,
                                Instant.EPOCH));
        settle();
    }

    TddTimeline account() {
        return account;
    }

    PipelineState state() {
        return account.state();
    }

    int failed() {
        return failed;
    }

    boolean isOver() {
        return state().lifecycle() instanceof Lifecycle.Ended;
    }

    /** The run as its worker is told of it. */
    TddView view() {
        var documents = account.documents();
        var plan =
                documents
                        .plan()
                        .map(id -> new ActivePr(plans.get(id).get()))
                        .getOrElse(ActivePr.EMPTY);
        for (var review : documents.reviews())
            plan = plan.and(ActivePr.numbered(reviews.get(review.content()).get(), review.done()));
        return new TddView(
                account,
                plan.showing(state().items().done(Tdd.STEPS).toSet()),
                JsonValue.Obj.EMPTY,
                account.lastError().map(TddTimeline.Trouble::words),
                account.testOutput());
    }

    /** One random word, carried out until the run waits again. */
    RecordedCall says() {
        if (chance(30)) file = edited();
        var kind =
                chance(50)
                        ? CallKind.SUBMIT
                        : chance(hopeless ? 15 : 40) ? CallKind.TOOL : CallKind.GET;
        var said = call(kind, pick(Tdd.REDUCE_SCOPE, Tdd.ESCALATE), arguments());
        var last = said;
        for (;
                last.meaning() instanceof CallClassifier.Passed(var arguments);
                last = call(kind, said.tool(), said.arguments()))
            carry(CallKind.GET, "", arguments);
        if (last.meaning() instanceof CallClassifier.Carried(var arguments))
            carry(kind, kind == CallKind.TOOL ? said.tool() : "", arguments);
        return new RecordedCall(
                kind,
                said.tool(),
                said.arguments(),
                last.meaning(),
                last.before(),
                last.failures());
    }

    private RecordedCall call(CallKind kind, String tool, Map<String, String> arguments) {
        var reported = view();
        return new RecordedCall(
                kind,
                tool,
                arguments,
                CallClassifier.of(reported, observe(reported), kind, tool, arguments),
                reported,
                failed);
    }

    private void carry(CallKind kind, String tool, Map<String, String> arguments) {
        take(
                Pipeline.admit(state(), new Call("r" + drawn, kind, tool, arguments, Instant.EPOCH))
                        .getOrElseThrow(
                                refused ->
                                        new AssertionError(
                                                "what is carried is heard: "
                                                        + refused.message()
                                                        + " at "
                                                        + state().cursor())));
        settle();
    }

    private WorktreeObservation observe(TddView reported) {
        var plan =
                file.isEmpty()
                        ? PlanFile.ABSENT
                        : file.equals(Option.of(reported.plan().document()))
                                ? PlanFile.STALE
                                : PlanFile.WRITTEN;
        return new WorktreeObservation(
                plan,
                Option.of(pick("one", "two")),
                chance(50) ? WorkTree.CLEAN : WorkTree.CHANGED,
                chance(30)
                        ? new MasterPlan.Unknown()
                        : chance(10)
                                ? new MasterPlan.Gone()
                                : new MasterPlan.Found(chance(80), chance(80)),
                chance(10) ? Vector.of("behind-the-review.txt") : Vector.empty(),
                chance(5)
                        ? WorktreeObservation.Branch.GONE
                        : chance(5)
                                ? WorktreeObservation.Branch.REWRITTEN
                                : WorktreeObservation.Branch.USUAL);
    }

    /**
     * Whatever is written by hand while steps are worked on is replaced; only a plan that is asked
     * for is taken.
     */
    private Option<JsonValue.Obj> edited() {
        var asked =
                account.status() == TddStatus.INITIALIZING
                        || account.status() == TddStatus.REPLANNING;
        if (!asked) return Option.of(view().plan().document());
        return chance(10)
                ? Option.none()
                : chance(10) ? Option.of(view().plan().document()) : Option.of(plan());
    }

    private JsonValue.Obj plan() {
        var tasks =
                Vector.range(0, 1 + below(3))
                        .map(
                                i ->
                                        (JsonValue)
                                                JsonValue.Obj.EMPTY
                                                        .with("taskName", pick("A", "B", "C"))
                                                        .with("status", pick("TODO", "DONE"))
                                                        .with(
                                                                "tdd_steps",
                                                                new JsonValue.Arr(
                                                                        Vector.range(0, below(4))
                                                                                .map(
                                                                                        j ->
                                                                                                step()))));
        return JsonValue.Obj.EMPTY
                .with("masterPlanPath", "PLAN.md")
                .with("prTitle", chance(90) ? "feat: it" : " ")
                .with("summary", "s")
                .with("verificationPlan", "v")
                .with("tasks", new JsonValue.Arr(tasks));
    }

    private JsonValue step() {
        return JsonValue.Obj.EMPTY
                .with("type", hopeless ? "GREEN" : pick("RED", "GREEN", "REFACTOR"))
                .with("description", pick("one", "two", "three"))
                .with("status", pick("TODO", "DONE"));
    }

    /**
     * Carries the run on until it waits; a crash may come at any deed, before it was done or behind
     * it.
     */
    private void settle() {
        for (int i = 0; i < EFFECTS_MAX; i++) {
            var effect = Pipeline.decide(state()).effect();
            if (effect instanceof Control.Wait || effect instanceof Control.Stop) return;
            if (effect instanceof ExternalEffect deed) {
                take(new RunEvent.EffectStarted(state().header().ticket(), deed));
                if (chance(5))
                    take(new RunEvent.DriverStarted(state().header().epoch() + 1, Instant.EPOCH));
            } else {
                take(answer(effect));
            }
            if (Pipeline.decide(state()).effect() instanceof Control.Await)
                take(answer(state().slots().inFlight().running().get()));
        }
        throw new AssertionError("it does not come to rest at " + state().cursor());
    }

    private void take(Event event) {
        var before = state();
        account = account.and(event, Pipeline.reduce(before, event));
        failed += isFailure(event, before) ? 1 : 0;
        var done = state().items().done(Tdd.STEPS).size() > before.items().done(Tdd.STEPS).size();
        if (done || !state().phase().exists(phase -> WORKED.contains(phase.id()))) failed = 0;
    }

    private static boolean isFailure(Event event, PipelineState before) {
        return before.phase().exists(phase -> WORKED.contains(phase.id()))
                && (event instanceof CheckFailed
                        || event instanceof InputEvent.Called called
                                && called.arguments().get(Tdd.VERDICT).contains("FAILURE"));
    }

    private Map<String, String> arguments() {
        Map<String, String> given = LinkedHashMap.of("markdown_report", pick("help", "help", " "));
        var fitting = state().currentStep().toVector().flatMap(step -> step.declared());
        var word =
                fitting.nonEmpty() && chance(80)
                        ? fitting.get(below(fitting.size()))
                        : pick("PASS", "FAIL", "SUCCESS", "FAILURE", "MAYBE");
        return word.equals("SUCCESS") || word.equals("FAILURE")
                ? given.put("analysis_decision", word)
                : chance(90)
                        ? given.put(Tdd.TEST, pick("one", "two")).put("expectation", word)
                        : given.put("expectation", word);
    }

    private Event answer(Effect effect) {
        long ticket = state().header().ticket();
        if (effect instanceof GitEffect && !(effect instanceof GitEffect.SaveWork) && chance(10))
            return new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "no"));
        return switch (effect) {
            case RunEffect.EnterPhase _ -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile(_, RunCheck _) ->
                    new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.LOST, "interrupted"));
            case RunEffect.Reconcile(_, var deed) ->
                    chance(50) ? answer((Effect) deed) : new RunEvent.NotDone(ticket);
            case FileEffect.CleanArtifacts _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.CollectArtifact e ->
                    e.artifact().equals(Tdd.PLAN) ? planned(ticket, e) : reviewed(ticket, e);
            case RunCheck _ when chance(4) ->
                    new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "no"));
            case RunCheck check ->
                    chance(isBeyond(check) ? 5 : 60)
                            ? new CheckPassed(
                                    ticket,
                                    check.check(),
                                    "t",
                                    "t",
                                    Option.of("out"),
                                    Spend.NOTHING)
                            : new CheckFailed(
                                    ticket,
                                    check.check(),
                                    "t",
                                    "it failed",
                                    Option.of("out"),
                                    Spend.NOTHING);
            case GitEffect.OpenBranch _ ->
                    new GitEvent.BranchOpened(
                            ticket, Option.of("feat/it"), "base", "t", Vector.empty());
            case GitEffect.MergeBranch _ -> new GitEvent.MergeLanded(ticket, "main", "merge");
            case GitEffect.SaveWork _ -> new GitEvent.WorkSaved(ticket, Option.none());
            case GitEffect.CommitWork _ -> new GitEvent.WorkCommitted(ticket, "c", "t", "docs");
            case GitEffect.CountCommits _ when chance(30) ->
                    new RunEvent.EffectFailed(
                            ticket, Fault.of(Fault.Kind.CHECK_FAILED, "it has 2"));
            case GitEffect.CountCommits _ ->
                    new GitEvent.TreeInspected(ticket, Option.of("h"), "t", "one");
            case GitEffect.ResetTree _ ->
                    new GitEvent.TreeReset(ticket, "h", "t", Option.none(), Vector.empty());
            case GitEffect.InspectTree _ ->
                    new GitEvent.TreeInspected(
                            ticket, Option.of("h"), "t", chance(50) ? "clean" : "changed");
            default -> throw new AssertionError("a pulled run asks for " + effect);
        };
    }

    private boolean isBeyond(RunCheck check) {
        return hopeless && check.check().equals(Tdd.TEST);
    }

    private Event planned(long ticket, FileEffect.CollectArtifact effect) {
        var refused = file.map(PlanFormat::problems).getOrElse(Vector.of("not found"));
        var items =
                file.toVector()
                        .flatMap(each -> new ActivePr(each).itemsBesides(effect.done().toSet()));
        if (refused.nonEmpty() || items.isEmpty())
            return new FileEvent.ArtifactRefused(ticket, effect.artifact(), "unfit", Option.none());
        var id = "plan-" + drawn;
        plans = plans.put(id, file.get());
        var again = effect.key().phase().equals(Tdd.REPLAN);
        return new FileEvent.ArtifactAccepted(
                ticket,
                effect.artifact(),
                id,
                effect.labels().headOption().getOrElse(""),
                again ? items.map(item -> item.tagged(ActivePr.REPLANNED)) : items);
    }

    private Event reviewed(long ticket, FileEffect.CollectArtifact effect) {
        if (chance(10))
            return new FileEvent.ArtifactRefused(
                    ticket, effect.artifact(), "no review", Option.none());
        var found =
                chance(50)
                        ? Vector.<JsonValue.Obj>empty()
                        : Vector.range(0, 1 + below(3))
                                .map(_ -> ActivePr.finding(pick("slow", "ugly")));
        var id = "review-" + drawn;
        reviews = reviews.put(id, found);
        return new FileEvent.ArtifactAccepted(
                ticket,
                effect.artifact(),
                id,
                found.isEmpty() ? "approved" : Tdd.FOUND,
                ActivePr.numbered(found, effect.done()).flatMap(ActivePr.Task::items));
    }

    private boolean chance(int percent) {
        return below(100) < percent;
    }

    private int below(int bound) {
        return luck.fork(drawn++).below(bound);
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }
}
