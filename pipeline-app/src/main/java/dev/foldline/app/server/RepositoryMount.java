package dev.foldline.app.server;

import dev.foldline.app.config.Settings;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.webhook.WebhookReceiver;

import io.vavr.control.Option;

/**
 * A repository to be served.
 *
 * @param name in addresses; none if it is the only one of its server
 * @param here stays open as long as it is served
 * @param settings as configured when the server starts
 * @param view receives progress lines of what is driven
 * @param webhook receives the deliveries of the forge, if a secret for it is configured
 */
public record RepositoryMount(
        Option<String> name,
        Workspace here,
        Settings settings,
        RunObserver view,
        Option<WebhookReceiver> webhook) {
    static final String PREFIX = "/r/";

    /** One with the settings that its configuration has now, and without a webhook. */
    public RepositoryMount(Option<String> name, Workspace here, RunObserver view) {
        this(
                name,
                here,
                RunLauncher.configuration(here.root(), here.environment()).settings(),
                view,
                Option.none());
    }

    /** The same repository with a webhook, if there is one. */
    public RepositoryMount receiving(Option<WebhookReceiver> receiver) {
        return new RepositoryMount(name, here, settings, view, receiver);
    }

    /** The name by which {@code users.yaml} has it: of the only one, its folder's. */
    String userName() {
        return name.getOrElse(() -> RepositoryNames.of(here.root()));
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
