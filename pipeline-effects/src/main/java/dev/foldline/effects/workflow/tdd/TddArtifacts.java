package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads, validates and stores the plan of a pull request and the findings of its review. */
public final class TddArtifacts {
    private final Path root;
    private final ExchangeFolder exchange;
    private final Blobs blobs;

    public TddArtifacts(Path root, ExchangeFolder exchange, Blobs blobs) {
        this.root = root;
        this.exchange = exchange;
        this.blobs = blobs;
    }

    public static boolean knows(String artifact) {
        return artifact.equals(Tdd.PLAN) || artifact.equals(Tdd.FINDINGS);
    }

    public Event collect(long ticket, CollectArtifact effect) throws IOException {
        return effect.artifact().equals(Tdd.PLAN) ? plan(ticket, effect) : review(ticket, effect);
    }

    private Event plan(long ticket, CollectArtifact effect) throws IOException {
        var found = TddFiles.bytes(root, TddFiles.PLAN);
        if (found.isEmpty())
            return refuse(ticket, effect, TddFiles.PLAN + " not found", Option.none());
        var content = Option.of(blobs.put(found.get()));
        // The stored content counts, in which secrets are redacted.
        var json = JsonValues.read(blobs.get(content.get()));
        if (json.isLeft()) return refuse(ticket, effect, unfit(json.getLeft()), content);
        var problems = PlanFormat.problems(json.get());
        if (problems.nonEmpty())
            return refuse(ticket, effect, unfit(problems.mkString("; ")), content);
        var items = new ActivePr((JsonValue.Obj) json.get()).itemsBesides(effect.done().toSet());
        var tagged =
                effect.key().phase().equals(Tdd.REPLAN)
                        ? items.map(item -> item.tagged(ActivePr.REPLANNED))
                        : items;
        if (effect.done().size() + tagged.size() > Tdd.ITEMS_MAX)
            return refuse(
                    ticket,
                    effect,
                    unfit("tasks: expected at most " + Tdd.ITEMS_MAX + " steps"),
                    content);
        if (tagged.isEmpty())
            return refuse(ticket, effect, unfit("tasks: nothing is left to do in them"), content);
        return new ArtifactAccepted(
                ticket,
                effect.artifact(),
                content.get(),
                effect.labels().headOption().getOrElse(""),
                tagged);
    }

    private static String unfit(String why) {
        return TddFiles.PLAN + " failed schema validation: " + why;
    }

    private Event review(long ticket, CollectArtifact effect) throws IOException {
        var found = exchange.read(effect.artifact());
        var text = found.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
        if (text.isBlank()) return refuse(ticket, effect, "the review said nothing", Option.none());
        var content = blobs.put(text);
        var tasks = ReviewFindings.tasks(blobs.get(content));
        if (tasks.isLeft())
            return refuse(
                    ticket,
                    effect,
                    "the review cannot be read: " + tasks.getLeft(),
                    Option.of(content));
        Vector<Item> items =
                ActivePr.numbered(tasks.get(), effect.done()).flatMap(ActivePr.Task::items);
        return new ArtifactAccepted(
                ticket,
                effect.artifact(),
                content,
                items.isEmpty() ? "approved" : "findings",
                items);
    }

    private static Event refuse(
            long ticket, CollectArtifact effect, String why, Option<String> content) {
        return new ArtifactRefused(ticket, effect.artifact(), why, content);
    }
}
