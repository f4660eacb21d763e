package dev.foldline.app.webhook;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.app.error.UserError;
import dev.foldline.app.forge.RepositoryForge;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.effects.artifact.JsonValues;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Receives the deliveries of the forge's webhook. What one says counts for nothing but the name of
 * its repository: it only lets those ask the forge who would ask it later anyway.
 */
public final class WebhookReceiver {
    private final WebhookKey key;
    private final String repository;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** What becomes of a delivery. */
    public enum Result {
        ACCEPTED,
        /** It is about another repository, and nothing happens. */
        OTHER_REPOSITORY,
        /** It is not authenticated. */
        UNSIGNED,
        /** It is authenticated, but not a JSON object. */
        MALFORMED
    }

    /**
     * @param repository the owner and name of the repository on the forge
     */
    public WebhookReceiver(WebhookKey key, String repository) {
        this.key = key;
        this.repository = repository;
    }

    /**
     * Returns the receiver of a repository, or none if no secret is configured.
     *
     * @throws UserError if the secret is not usable, or the forge is not known
     */
    public static Option<WebhookReceiver> of(Workspace here, ForgeKeys keys) throws IOException {
        if (keys.webhookKey().isEmpty()) return Option.none();
        var forge = new RepositoryForge(here, keys);
        forge.require();
        var repository = forge.repository();
        return WebhookKey.of(keys, forge.kind(), here.environment())
                .map(key -> new WebhookReceiver(key, repository));
    }

    /** Lets this happen with each delivery about the repository. It must not take long. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Receives a delivery.
     *
     * @param headers the values of a header
     * @param body as it arrived
     */
    public Result receive(Function<String, List<String>> headers, byte[] body) {
        if (!key.isAuthentic(headers, body)) return Result.UNSIGNED;
        if (!(JsonValues.read(body).getOrNull() instanceof JsonValue.Obj delivery))
            return Result.MALFORMED;
        if (!repository(delivery).forAll(repository::equalsIgnoreCase))
            return Result.OTHER_REPOSITORY;
        listeners.forEach(Runnable::run);
        return Result.ACCEPTED;
    }

    /** Returns the repository as GitHub and Gitea, or as GitLab, names it. */
    private static Option<String> repository(JsonValue.Obj delivery) {
        return text(delivery, "repository", "full_name")
                .orElse(() -> text(delivery, "project", "path_with_namespace"));
    }

    private static Option<String> text(JsonValue.Obj delivery, String field, String name) {
        return delivery.fields()
                .get(field)
                .flatMap(
                        value ->
                                value instanceof JsonValue.Obj object
                                        ? object.text(name)
                                        : Option.<String>none());
    }
}
