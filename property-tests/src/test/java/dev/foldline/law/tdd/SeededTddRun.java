package dev.foldline.law.tdd;

import dev.foldline.core.command.Command.Call;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of {@code tdd} to which the n-th submission, the n-th test and the n-th review of a seed
 * happen, whether it is pulled or driven: two of the same seed are twins.
 */
final class SeededTddRun {
    private static final Vector<String> DECIDING = Vector.of(Tdd.RED, Tdd.GREEN, "analysis");

    private final SeededRandom luck;
    private final boolean hopeless;
    private final List<String> checks = new ArrayList<>();
    private int submissions;
    private int plans;
    private int reviews;
    private int tools;
    private TddTimeline account;

    private SeededTddRun(SeededRandom luck, Workflow workflow) {
        this.luck = luck;
        this.hopeless = luck.fork("hopeless").chance(40);
        this.account =
                TddTimeline.of(
                        new RunEvent.RunStarted(
                                "r", workflow, "task", Pipeline.RULES_VERSION, Instant.EPOCH));
    }

    static SeededTddRun pulled(SeededRandom luck) {
        return new SeededTddRun(luck, Tdd.workflow(Tdd.Options.DEFAULT, RandomDrivenRun.POLICY));
    }

    static SeededTddRun driven(SeededRandom luck) {
        return new SeededTddRun(
                luck, DrivenTdd.workflow(Tdd.Options.DEFAULT, RandomDrivenRun.POLICY));
    }

    /** Each check that was run: its lines, and what it was to do. */
    List<String> checks() {
        return checks;
    }

    int toolsUsed() {
        return tools;
    }

    /** How it stands, as its worker sees it. */
    String position() {
        var state = account.state();
        return account.status()
                + ", "
                + state.phaseKey()
                + ", turn "
                + state.at().turn()
                + ", failures "
                + state.failures()
                + ", replans "
                + account.replans()
                + ", error "
                + account.lastError().map(TddTimeline.Trouble::words)
                + ", done "
                + state.items().done(Tdd.STEPS).mkString(" ");
    }

    /**
     * The next submission that decides something, and all that follows from it. Nothing, once the
     * run is over.
     */
    void submits() {
        goOn();
        instruction()
                .forEach(
                        external -> {
                            var word = word(external);
                            submissions++;
                            if (external.unlocks().exists(unlock -> unlock.tool().equals(word)))
                                tools++;
                            answers(
                                    external,
                                    word,
                                    external.labels().contains(word)
                                                    && !external.instruction().equals("analysis")
                                            ? LinkedHashMap.of(
                                                    Tdd.TEST,
                                                    luck.fork("line", submissions)
                                                            .pick("one", "two"))
                                            : LinkedHashMap.empty());
                            goOn();
                        });
    }

    private String word(Step.WorkerRequest external) {
        var state = account.state();
        var unlocked =
                external.unlocks()
                        .map(Step.Unlock::tool)
                        .distinct()
                        .filter(
                                tool ->
                                        external.unlock(tool, state.tags(), state.failures())
                                                .exists(unlock -> state.failures() >= unlock.at()));
        var legal =
                luck.fork("tool", submissions).chance(40) && unlocked.nonEmpty()
                        ? unlocked
                        : external.labels();
        return legal.get(luck.fork("word", submissions).below(legal.size()));
    }

    /** The answer as a call, or as what a called agent hands in. */
    private void answers(Step.WorkerRequest external, String word, Map<String, String> brought) {
        if (!external.waits()) {
            take(
                    new ArtifactAccepted(
                            account.state().header().ticket(),
                            Tdd.SUBMISSION,
                            "said",
                            word,
                            Vector.empty(),
                            external.labels().contains(word)
                                    ? brought.put(external.argument(), word)
                                    : brought));
            return;
        }
        var tool = external.unlocks().exists(unlock -> unlock.tool().equals(word));
        var kind =
                external.accepts() == Step.Accepts.GET
                        ? CallKind.GET
                        : tool ? CallKind.TOOL : CallKind.SUBMIT;
        take(
                Pipeline.admit(
                                account.state(),
                                new Call(
                                        "r",
                                        kind,
                                        tool ? word : "",
                                        tool ? brought : brought.put(Tdd.VERDICT, word),
                                        Instant.EPOCH))
                        .get());
    }

    /** On to the next instruction whose answer decides something, or to the end. */
    private void goOn() {
        while (true) {
            var effect = Pipeline.determineNextEffect(account.state());
            var here = answerable(effect);
            if (here.exists(external -> DECIDING.contains(external.instruction()))) return;
            if (here.nonEmpty())
                answers(
                        here.head(),
                        here.head().instruction().equals(Tdd.INITIALIZE) && !here.head().waits()
                                ? DrivenTdd.PLANNED
                                : "",
                        LinkedHashMap.empty());
            else if (effect instanceof Control) return;
            else carryOut(effect);
        }
    }

    private Vector<Step.WorkerRequest> instruction() {
        return answerable(Pipeline.determineNextEffect(account.state()));
    }

    private Vector<Step.WorkerRequest> answerable(Effect effect) {
        var waits =
                effect instanceof Control.Wait
                        || effect instanceof CollectArtifact collect
                                && collect.artifact().equals(Tdd.SUBMISSION);
        return waits
                        && account.state().expectsWork()
                        && account.state().cursor() instanceof Cursor.Working
                ? account.state()
                        .currentStep()
                        .toVector()
                        .flatMap(
                                step ->
                                        step instanceof Step.WorkerRequest external
                                                ? Vector.of(external)
                                                : Vector.<Step.WorkerRequest>empty())
                : Vector.empty();
    }

    private void carryOut(Effect effect) {
        long ticket = account.state().header().ticket();
        if (effect instanceof ExternalEffect deed) take(new RunEvent.EffectStarted(ticket, deed));
        if (effect instanceof RunCheck check) {
            var passes =
                    luck.fork("check", checks.size())
                            .chance(check.check().equals(Tdd.TEST) && hopeless ? 5 : 70);
            checks.add(check.check() + " must " + check.expectation() + " " + check.commands());
            take(
                    passes
                            ? SuccessfulOutcomes.passed(check, ticket)
                            : SuccessfulOutcomes.failed(check, ticket));
        } else {
            take(
                    effect instanceof CollectArtifact collect
                            ? collected(collect, ticket)
                            : SuccessfulOutcomes.answer(effect, ticket));
        }
    }

    private Event collected(CollectArtifact effect, long ticket) {
        if (effect.artifact().equals(Tdd.PLAN))
            return new ArtifactAccepted(
                    ticket,
                    Tdd.PLAN,
                    "plan",
                    effect.labels().headOption().getOrElse(""),
                    items(luck.fork("plan", plans), 1000 + plans++));
        var found = luck.fork("review", reviews).chance(50);
        return new ArtifactAccepted(
                ticket,
                effect.artifact(),
                "review",
                found ? Tdd.FOUND : "approved",
                found ? items(luck.fork("found", reviews), reviews++) : Vector.empty());
    }

    /** Some steps of a plan. */
    static Vector<Item> items(SeededRandom luck, int number) {
        return Vector.range(0, 1 + luck.fork("count").below(4))
                .map(
                        i ->
                                new Item(
                                        "i" + number + "." + i,
                                        "do it",
                                        luck.fork("tags", i)
                                                .pick(
                                                        Vector.of("RED"),
                                                        Vector.of("GREEN"),
                                                        Vector.of("GREEN", "REFACTOR")),
                                        Item.TODO));
    }

    private void take(Event event) {
        var before = account.state();
        account = account.and(event, Pipeline.reduce(before, event));
        if (account.state() == before) throw new AssertionError("nothing came of " + event);
    }
}
