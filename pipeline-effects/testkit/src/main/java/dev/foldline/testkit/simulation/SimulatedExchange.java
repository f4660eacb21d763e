package dev.foldline.testkit.simulation;

import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.testkit.script.AgentPlay;
import dev.foldline.testkit.script.ReplayedOutcome;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The simulated files exchanged with agents: prompts and artifacts. */
final class SimulatedExchange {

    /** A submitted artifact. */
    private record Draft(String content, Option<String> label, List<String> items) {}

    private final SimulationContext world;
    private final Map<String, PromptContext> prompts = new HashMap<>();
    private final Map<String, Draft> drafts = new HashMap<>();

    SimulatedExchange(SimulationContext world) {
        this.world = world;
    }

    Event perform(long ticket, FileEffect effect) {
        var fault = world.script().precedents().of(effect, world.answers());
        if (fault.isDefined()) return new EffectFailed(ticket, fault.get());
        if (world.strikes(
                Trouble.FILES_FAIL, world.luck().fork("files", world.answers().occasion(effect))))
            return new EffectFailed(
                    ticket, Fault.of(Fault.Kind.FILES, "the files cannot be written"));
        return switch (effect) {
            case FileEffect.CleanArtifacts(_, var artifacts) -> {
                artifacts.forEach(drafts::remove);
                yield new ArtifactsCleaned(ticket);
            }
            case RenderPrompt e -> new PromptRendered(ticket, rendered(e));
            case CollectArtifact e -> collected(ticket, e);
        };
    }

    /** Returns whether this prompt requests no artifact, so that the work is in the files. */
    boolean asksForWorkOnly(String prompt) {
        var brief = prompts.get(prompt);
        return brief != null && brief.expected().isEmpty();
    }

    /** Submits the artifacts that this prompt requests. */
    void handIn(String prompt, AgentPlay play, SeededRandom fate) {
        var brief = prompts.get(prompt);
        if (brief == null) return;
        brief.expected()
                .forEach(
                        name ->
                                drafts.put(
                                        name,
                                        new Draft(
                                                SeededRandom.hash(
                                                        "a", name, fate.fork(name).next()),
                                                play.label(),
                                                play.items())));
    }

    private String rendered(RenderPrompt effect) {
        var id =
                SeededRandom.hash(
                        "p",
                        effect.key().spot(),
                        effect.role(),
                        effect.brief().expected().mkString(","));
        prompts.put(id, effect.brief());
        return id;
    }

    private Event collected(long ticket, CollectArtifact effect) {
        var before = world.script().precedents().of(effect.artifact(), world.answers());
        if (before.isDefined()) return ReplayedOutcome.to(ticket, before.get());
        var draft = drafts.get(effect.artifact());
        if (draft == null)
            return new ArtifactRefused(ticket, effect.artifact(), "it is missing", Option.none());
        int nth = world.answers().of("collect:" + effect.artifact());
        var fate = world.luck().fork("collect", effect.artifact(), nth);
        if (world.strikes(Trouble.OUTPUT_REFUSED, fate))
            return new ArtifactRefused(
                    ticket,
                    effect.artifact(),
                    "it does not keep its schema",
                    Option.of(draft.content()));
        return new ArtifactAccepted(
                ticket,
                effect.artifact(),
                draft.content(),
                label(effect, draft, fate),
                effect.choices().isEmpty()
                        ? items(draft, nth, fate)
                        : Vector.of(chosen(effect.choices(), fate.fork("choice"))),
                brought(effect));
    }

    private String label(CollectArtifact effect, Draft draft, SeededRandom fate) {
        var labels = effect.labels();
        if (labels.isEmpty()) return "";
        if (draft.label().isDefined()) return draft.label().get();
        return labels.size() > 1 && world.strikes(Trouble.OTHER_LABEL, fate)
                ? labels.get(fate.fork("label").between(1, labels.size() - 1))
                : labels.head();
    }

    /** A submission contains the test by which it is judged. */
    private static io.vavr.collection.Map<String, String> brought(CollectArtifact effect) {
        return effect.artifact().equals(Tdd.SUBMISSION)
                ? LinkedHashMap.of(Tdd.TEST, "make test")
                : LinkedHashMap.empty();
    }

    private static Item chosen(Vector<String> choices, SeededRandom fate) {
        var id = choices.get(fate.between(0, choices.size() - 1));
        return new Item(id, id, Vector.empty(), Item.TODO);
    }

    private Vector<Item> items(Draft draft, int nth, SeededRandom fate) {
        var ids =
                draft.items().isEmpty()
                        ? Vector.range(0, fate.fork("items").between(1, 3))
                                .map(i -> "item-" + nth + "-" + i)
                        : Vector.ofAll(draft.items());
        return ids.map(id -> new Item(id, id, tags(fate.fork("tags", id)), Item.TODO));
    }

    private Vector<String> tags(SeededRandom fate) {
        return Vector.of("red", "green", "last", "RED", "GREEN")
                .appendAll(world.tags())
                .distinct()
                .filter(_ -> fate.chance(50));
    }
}
