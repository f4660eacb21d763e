package dev.foldline.app.server;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.webhook.WebhookReceiver;

import io.vavr.control.Option;

/**
 * A repository to be served.
 *
 * @param name in addresses; none if it is the only one of its server
 * @param here stays open as long as it is served
 * @param view receives progress lines of what is driven
 * @param webhook receives the deliveries of the forge, if a secret for it is configured
 */
public record RepositoryMount(
        Option<String> name, Workspace here, RunObserver view, Option<WebhookReceiver> webhook) {
    static final String PREFIX = "/r/";

    /** One without a webhook. */
    public RepositoryMount(Option<String> name, Workspace here, RunObserver view) {
        this(name, here, view, Option.none());
    }

    /** Returns whether an address is below its path. */
    boolean isAt(String address) {
        return name.isDefined() && address.startsWith(path() + "/");
    }

    /** The path below which its calls and pages are. */
    public String path() {
        return name.map(PREFIX::concat).getOrElse("");
    }
}
