package dev.foldline.scenario.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.law.tdd.SuccessfulOutcomes;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A run of {@code tdd} whose agents the engine calls, in a world in which all goes well: they hand
 * in what is told here, one answer after the other, and the run goes on until the next answer is
 * not there.
 */
final class ScriptedDrivenRun {
    static final Policy POLICY =
            Policy.DEFAULT.withRoles(
                    LinkedHashMap.of(DrivenTdd.ROLE, Vector.of("first", "second")));

    private final Deque<FileEvent.ArtifactAccepted> answers = new ArrayDeque<>();
    private final List<String> story = new ArrayList<>();
    private Vector<Item> items = Vector.empty();
    private BiFunction<Effect, Long, Option<Event>> twist = (_, _) -> Option.none();
    private TddTimeline account =
            TddTimeline.of(
                    new RunEvent.RunStarted(
                            "r",
                            DrivenTdd.workflow(Tdd.Options.DEFAULT, POLICY),
                            "task",
                            Pipeline.RULES_VERSION,
                            Instant.EPOCH));

    /** A run whose plan has these steps, by their tags. */
    static ScriptedDrivenRun planned(String... steps) {
        var run = new ScriptedDrivenRun();
        run.items =
                Vector.of(steps)
                        .zipWithIndex()
                        .map(
                                each ->
                                        new Item(
                                                "t." + each._2(),
                                                each._1() + " it",
                                                Vector.of(each._1().split("\\+")),
                                                Item.TODO));
        return run.answers(DrivenTdd.PLANNED, LinkedHashMap.empty());
    }

    PipelineState state() {
        return account.state();
    }

    TddTimeline account() {
        return account;
    }

    /**
     * What was done since this was asked last, one line each: where, what, and the status
     * meanwhile.
     */
    List<String> story() {
        var reported = List.copyOf(story);
        story.clear();
        return reported;
    }

    /** What happens instead of the usual, where there is something. */
    ScriptedDrivenRun unless(BiFunction<Effect, Long, Option<Event>> happens) {
        twist = happens;
        return this;
    }

    /** The next agent hands this in, and the run goes on. */
    ScriptedDrivenRun answers(String label, Map<String, String> submitted) {
        answers.add(
                new FileEvent.ArtifactAccepted(
                        0, Tdd.SUBMISSION, "content", label, Vector.empty(), submitted));
        goOn();
        return this;
    }

    ScriptedDrivenRun tests(String expectation, String line) {
        return answers(expectation, LinkedHashMap.of(Tdd.TEST, line));
    }

    ScriptedDrivenRun decides(String verdict) {
        return answers(verdict, LinkedHashMap.of(Tdd.VERDICT, verdict));
    }

    ScriptedDrivenRun submits() {
        return answers("", LinkedHashMap.empty());
    }

    private void goOn() {
        while (true) {
            var effect = Pipeline.determineNextEffect(state());
            if (effect instanceof Control
                    || effect instanceof FileEffect.CollectArtifact collect
                            && collect.artifact().equals(Tdd.SUBMISSION)
                            && answers.isEmpty()) return;
            story.add(
                    state().effectKey().phase()
                            + ": "
                            + word(effect)
                            + " ("
                            + account.status()
                            + ")");
            long ticket = state().header().ticket();
            if (effect instanceof ExternalEffect deed)
                take(new RunEvent.EffectStarted(ticket, deed));
            take(twist.apply(effect, ticket).getOrElse(() -> usual(effect, ticket)));
        }
    }

    private void take(Event event) {
        account = account.and(event, Pipeline.reduce(state(), event));
    }

    private Event usual(Effect effect, long ticket) {
        return effect instanceof FileEffect.CollectArtifact collect
                ? collected(collect, ticket)
                : SuccessfulOutcomes.answer(effect, ticket);
    }

    private Event collected(FileEffect.CollectArtifact effect, long ticket) {
        if (effect.artifact().equals(Tdd.PLAN))
            return new FileEvent.ArtifactAccepted(
                    ticket,
                    Tdd.PLAN,
                    "plan",
                    effect.labels().headOption().getOrElse(""),
                    items.map(
                            item ->
                                    state().at().stage() == 0
                                            ? item
                                            : new Item(
                                                    "again." + item.id(),
                                                    item.title(),
                                                    item.tags(),
                                                    Item.TODO)));
        if (effect.artifact().equals(Tdd.FINDINGS))
            return new FileEvent.ArtifactAccepted(
                    ticket, Tdd.FINDINGS, "review", "approved", Vector.empty());
        var next = answers.remove();
        return new FileEvent.ArtifactAccepted(
                ticket,
                next.artifact(),
                next.content(),
                next.label(),
                next.items(),
                next.submitted());
    }

    private static String word(Effect effect) {
        return switch (effect) {
            case InvokeAgent call -> "call " + call.agent();
            case RunCheck check ->
                    check.check()
                            + " must "
                            + check.expectation().name()
                            + check.commands().map(line -> line.text()).mkString(" [", ", ", "]");
            case FileEffect.CollectArtifact e -> "take " + e.artifact();
            default -> effect.getClass().getSimpleName();
        };
    }
}
