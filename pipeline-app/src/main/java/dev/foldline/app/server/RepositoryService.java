package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.server.call.ApiContext;
import dev.foldline.app.server.call.LoginCalls;
import dev.foldline.app.server.call.Router;
import dev.foldline.app.server.call.RunDocuments;
import dev.foldline.app.server.live.RepositoryMessages;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;
import dev.foldline.app.webhook.WebhookReceiver;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.app.workflow.WorkflowRecovery.Found;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.control.Option;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Serves a repository: answers requests and drives the workflows that are started here or were
 * running at its start. At shutdown it pauses them; the next server resumes them.
 */
public final class RepositoryService implements AutoCloseable {
    private final Workspace here;
    private final ServerLock lock;
    private final WorkflowHost hosting;
    private final Login login;
    private final CountDownLatch told = new CountDownLatch(1);
    private final MountedHandler annex;
    private final ListenAddress listener;
    private final String url;
    private final Thread ahead;

    /**
     * What a server is to be.
     *
     * @param host a name or a number of this machine's own
     * @param port any that is free if 0
     * @param annex creates additional handlers for authenticated clients
     * @param webhook receives the deliveries of the forge, if a secret for it is configured
     * @param publicAddress by which browsers reach it through a tunnel or a reverse proxy
     * @param log of its requests
     */
    public record Setup(
            String host,
            int port,
            String token,
            ServerLimits bounds,
            BiFunction<RequestAuthenticator, ServerLimits, MountedHandler> annex,
            Option<WebhookReceiver> webhook,
            Option<PublicAddress> publicAddress,
            ServerLog log) {

        /** A server that is reached on this machine only. */
        public Setup(
                String host,
                int port,
                String token,
                ServerLimits bounds,
                BiFunction<RequestAuthenticator, ServerLimits, MountedHandler> annex) {
            this(host, port, token, bounds, annex, Option.none(), Option.none(), ServerLog.off());
        }
    }

    /**
     * Begins to listen; {@link #recover} goes on with what was running.
     *
     * @param here stays open as long as it serves
     * @param view receives progress lines of what is driven
     * @param bugs notified of internal errors
     * @throws UserError if it is served already, or the port is taken
     */
    public static RepositoryService start(
            Workspace here, Setup setup, RunObserver view, Consumer<Throwable> bugs)
            throws IOException {
        var lock = ServerLock.take(here.runs().root());
        try {
            return new RepositoryService(here, lock, setup, view, bugs);
        } catch (IOException | RuntimeException refused) {
            lock.close();
            throw refused;
        }
    }

    private static Login login(Workspace here) {
        return new Login(
                InstantSource.system(), LoginFile.of(here.environment(), here.runs().root()));
    }

    private static WorkflowHost host(Workspace here, RunObserver view) {
        return new WorkflowHost(
                here,
                RunLauncher.configuration(here.root(), here.environment()).settings().capacity(),
                new DriverOptions(true),
                view);
    }

    private RepositoryService(
            Workspace here,
            ServerLock lock,
            Setup setup,
            RunObserver view,
            Consumer<Throwable> bugs)
            throws IOException {
        this.here = here;
        this.lock = lock;
        this.login = login(here);
        var users = UserRegistry.of(here.environment());
        users.reportTo(setup.log()::unreadable);
        this.hosting = host(here, view);
        var statistics = new HttpStatistics();
        var desk =
                new ApiContext(
                        here,
                        hosting,
                        this::recover,
                        logins(),
                        new ServerMetrics(here, hosting, statistics, Instant.now()),
                        new RepositoryMessages(here.runs()),
                        new RunDocuments(here),
                        view::notice);
        var door =
                new RequestAuthenticator(setup.token(), setup.publicAddress(), users, setup.log());
        this.annex = setup.annex().apply(door, setup.bounds());
        var table = new RequestHandler.Table(new Router(desk.calls()), annex, setup.webhook());
        try {
            this.listener =
                    ListenAddress.start(
                            setup.host(),
                            setup.port(),
                            setup.bounds(),
                            streams ->
                                    new RequestHandler(
                                            door,
                                            new BrowserLogins(login, setup.publicAddress(), users),
                                            table,
                                            streams,
                                            setup.bounds(),
                                            new RequestHandler.Reports(
                                                    here.runs().redaction(),
                                                    bugs,
                                                    statistics,
                                                    setup.log())));
        } catch (RuntimeException refused) {
            annex.close();
            throw refused;
        }
        this.url = setup.publicAddress().map(PublicAddress::url).getOrElse(address().toString());
        lock.listensAt(url, address().toString());
        this.ahead =
                Thread.ofPlatform().daemon().name("runs-ahead").start(desk.documents()::makeAhead);
    }

    /** Resumes all workflows whose driver died, and those that the previous server paused. */
    public Found recover() throws IOException {
        return new WorkflowRecovery(here).by(hosting);
    }

    public URI address() {
        return listener.address();
    }

    /** A new link that lets a browser in, once. */
    public String invitation() {
        return link(login.invite());
    }

    private String link(String secret) {
        return url + "/login?token=" + secret;
    }

    /**
     * A new link for the server that serves this repository, made by another process of the same
     * user.
     *
     * @throws UserError if no server serves it, or its logins cannot be signed
     */
    public static String link(Path runs, Map<String, String> environment) throws IOException {
        var address =
                ServerLock.address(runs)
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "no server serves this repository",
                                                runs.toString(),
                                                "foldline serve",
                                                ExitCode.FAILED));
        return address
                + "/login?token="
                + Login.signedLink(LoginFile.of(environment, runs), Instant.now())
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "the server cannot store its logins: it has no"
                                                        + " folder for state",
                                                runs.toString(),
                                                "set HOME, or XDG_STATE_HOME",
                                                ExitCode.FAILED));
    }

    private LoginCalls logins() {
        return new LoginCalls() {
            @Override
            public String invitation(ServerUser user) {
                return link(login.invite(user.entry()));
            }

            @Override
            public void leave(String session) {
                login.leave(session);
            }

            @Override
            public void leaveAll() {
                login.leaveAll();
            }
        };
    }

    /** What is driven here. */
    public WorkflowHost hosting() {
        return hosting;
    }

    /** Asks this of all that is driven here, and lets {@link #await} return. */
    public void tell(DriverInput arrival) {
        hosting.tell(Handover.withAuthor(arrival));
        told.countDown();
    }

    /** Waits for the shutdown, until nothing is driven here any more. */
    public void await() throws InterruptedException {
        told.await();
        hosting.join();
    }

    /** Shuts down, and pauses at once what is driven here. */
    @Override
    public void close() throws IOException {
        ahead.interrupt();
        try (lock;
                listener;
                annex) {
            if (told.getCount() > 0)
                tell(new DriverInput.CommandReceived(new Command.Pause(Urgency.NOW), _ -> {}));
            hosting.join();
            ahead.join();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }
}
