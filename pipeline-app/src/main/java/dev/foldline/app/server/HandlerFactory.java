package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiCall;
import dev.foldline.app.server.call.RepositoryList;
import dev.foldline.app.server.call.Router;
import dev.foldline.app.server.call.ServerCalls;
import dev.foldline.app.server.live.StreamEndpoints;

import dev.foldline.app.webhook.WebhookReceiver;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import org.eclipse.jetty.server.Handler;

import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes the handlers of a server: of its only repository, or of several below paths of their own.
 *
 * @param users the calls about users, which each repository has
 * @param bugs notified of internal errors
 */
record HandlerFactory(
        RequestAuthenticator door,
        BrowserLogins browsers,
        ServerCalls users,
        RepositoryService.Setup setup,
        Consumer<Throwable> bugs,
        HttpStatistics statistics) {

    /**
     * @param streams makes those of one handler
     */
    Handler of(Vector<ServedRepository> repositories, Supplier<StreamEndpoints> streams) {
        var monitors =
                ServerCalls.ofMonitors(new ServerMetrics(repositories, statistics, Instant.now()));
        var first = repositories.head();
        if (repositories.size() == 1)
            return handler(
                    door.of(first.mount().userName()),
                    first,
                    new RequestHandler.Table(
                            router(first.calls().appendAll(monitors), "/", first::isInFleet),
                            Option.of(first.annex()),
                            StaticPages.OF_A_REPOSITORY,
                            webhook(first)),
                    streams.get());
        var server =
                new RequestHandler.Table(
                        router(
                                ServerCalls.ofRepositories(list(repositories)).appendAll(monitors),
                                "/",
                                () -> false),
                        Option.none(),
                        StaticPages.OF_SEVERAL,
                        Either.left(
                                "each repository has a webhook of its own, at "
                                        + RepositoryMount.PREFIX
                                        + "NAME"
                                        + ApiCall.WEBHOOK));
        return new RepositoryPaths(
                repositories.toLinkedMap(
                        each -> each.name().get(), each -> below(each, streams.get())),
                handler(door, first, server, streams.get()));
    }

    private static Either<String, WebhookReceiver> webhook(ServedRepository repository) {
        return repository
                .mount()
                .webhook()
                .toEither("no webhook is configured: set forge.webhook_key");
    }

    private static RepositoryList list(Vector<ServedRepository> repositories) {
        return new RepositoryList(
                repositories.map(
                        each ->
                                new RepositoryList.Entry(
                                        each.name().get(),
                                        each.mount().path() + "/",
                                        each.summary())));
    }

    /** Not with the calls of monitors, which need no token: they would tell the names. */
    private RequestHandler below(ServedRepository repository, StreamEndpoints streams) {
        return handler(
                door.of(repository.mount().userName()),
                repository,
                new RequestHandler.Table(
                        router(
                                repository.calls(),
                                repository.mount().path(),
                                repository::isInFleet),
                        Option.of(repository.annex()),
                        StaticPages.OF_A_REPOSITORY,
                        webhook(repository)),
                streams);
    }

    private Router router(Vector<ApiCall> calls, String base, BooleanSupplier isInFleet) {
        return new Router(ServerCalls.described(calls.appendAll(users.ofUsers(isInFleet)), base));
    }

    private RequestHandler handler(
            RequestAuthenticator admission,
            ServedRepository repository,
            RequestHandler.Table table,
            StreamEndpoints streams) {
        return new RequestHandler(
                admission,
                browsers,
                table,
                streams,
                setup.bounds(),
                new RequestHandler.Reports(
                        repository.here().runs().redaction(), bugs, statistics, setup.log()));
    }
}
