package dev.foldline.effects.artifact;

import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;
import dev.foldline.core.state.Item;
import dev.foldline.effects.artifact.ArtifactFormat.Reading;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * Removes, reads, validates and stores artifacts. A missing artifact is treated exactly like an
 * invalid one.
 */
public final class ArtifactHandler {
    private final ExchangeFolder exchange;
    private final Blobs blobs;
    private final Schemas schemas;

    public ArtifactHandler(ExchangeFolder exchange, Blobs blobs, Schemas schemas) {
        this.exchange = exchange;
        this.blobs = blobs;
        this.schemas = schemas;
    }

    public Event clean(long ticket, CleanArtifacts effect) throws IOException {
        exchange.remove(effect.artifacts());
        return new ArtifactsCleaned(ticket);
    }

    public Event collect(long ticket, CollectArtifact effect) throws IOException {
        byte[] content;
        try {
            var written = exchange.read(effect.artifact());
            var found = written.isPresent() ? written : exchange.readAnswer();
            if (found.isEmpty() || found.get().length == 0)
                return refuse(
                        ticket,
                        effect,
                        "File '"
                                + ExchangeFolder.nameOf(effect.artifact())
                                + "' not found or empty",
                        Option.none());
            content = found.get();
        } catch (IOException unreadable) {
            return refuse(
                    ticket, effect, "it cannot be read: " + unreadable.getMessage(), Option.none());
        }
        var kept = blobs.put(content);
        return switch (schemas.format(effect.artifact()).read(content, effect.labels())) {
            case Reading.Valid(_, var items) when !mayName(effect, items) ->
                    refuse(
                            ticket,
                            effect,
                            "it names "
                                    + items.map(Item::id).mkString(", ")
                                    + ", not one of "
                                    + effect.choices().mkString(", "),
                            Option.of(kept));
            case Reading.Valid(var label, var items) ->
                    new ArtifactAccepted(
                            ticket,
                            effect.artifact(),
                            kept,
                            label,
                            items,
                            LinkedHashMap.ofAll(schemas.format(effect.artifact()).words(content)));
            case Reading.Invalid(var problems) ->
                    refuse(ticket, effect, String.join("; ", problems), Option.of(kept));
        };
    }

    private static boolean mayName(CollectArtifact effect, Vector<Item> items) {
        return effect.choices().isEmpty() || effect.choices().containsAll(items.map(Item::id));
    }

    private static Event refuse(
            long ticket, CollectArtifact effect, String why, Option<String> content) {
        return new ArtifactRefused(
                ticket, effect.artifact(), effect.artifact() + ": " + why, content);
    }
}
