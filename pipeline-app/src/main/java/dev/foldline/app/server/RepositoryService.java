package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.server.call.LoginCalls;
import dev.foldline.app.server.call.ServerCalls;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery.Found;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Serves repositories: answers requests and drives the workflows that are started here or were
 * running at its start. At shutdown it pauses them; the next server resumes them.
 */
public final class RepositoryService implements AutoCloseable {
    private final Vector<ServedRepository> repositories;
    private final Login login;
    private final CountDownLatch shutdown = new CountDownLatch(1);
    private final ListenAddress listener;
    private final String url;
    private final Vector<Thread> ahead;

    /**
     * What a server is to be.
     *
     * @param host a name or a number of this machine's own
     * @param port any that is free if 0
     * @param annex creates additional handlers for authenticated clients
     * @param publicAddress by which browsers reach it through a tunnel or a reverse proxy
     * @param log of its requests
     */
    public record Setup(
            String host,
            int port,
            String token,
            ServerLimits bounds,
            Annex annex,
            Option<PublicAddress> publicAddress,
            ServerLog log) {

        /** A server that is reached on this machine only. */
        public Setup(String host, int port, String token, ServerLimits bounds, Annex annex) {
            this(host, port, token, bounds, annex, Option.none(), ServerLog.off());
        }
    }

    /** What is served beside the calls of a repository. */
    @FunctionalInterface
    public interface Annex {
        MountedHandler of(Workspace here, RequestAuthenticator door, ServerLimits bounds);
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
        return start(Vector.of(new RepositoryMount(Option.none(), here, view)), setup, bugs);
    }

    /**
     * The same for several repositories.
     *
     * @param mounts each with a name, unless it is the only one
     * @throws UserError if one is served already, or a user is for a repository that is not among
     *     several, before the port is opened
     */
    public static RepositoryService start(
            Vector<RepositoryMount> mounts, Setup setup, Consumer<Throwable> bugs)
            throws IOException {
        var users = UserRegistry.of(mounts.head().here().environment());
        if (mounts.size() > 1) users.requireRepositories(mounts.map(RepositoryMount::userName));
        users.reportTo(setup.log()::unreadable);
        var door =
                new RequestAuthenticator(setup.token(), setup.publicAddress(), users, setup.log());
        var opened = new ArrayList<ServedRepository>();
        try {
            for (var mount : mounts)
                opened.add(
                        ServedRepository.open(
                                mount,
                                () ->
                                        setup.annex()
                                                .of(
                                                        mount.here(),
                                                        door.of(mount.userName()),
                                                        setup.bounds())));
            return new RepositoryService(Vector.ofAll(opened), setup, bugs, door, users);
        } catch (IOException | RuntimeException refused) {
            opened.forEach(ServedRepository::hangUp);
            close(Vector.ofAll(opened));
            throw refused;
        }
    }

    private RepositoryService(
            Vector<ServedRepository> repositories,
            Setup setup,
            Consumer<Throwable> bugs,
            RequestAuthenticator door,
            UserRegistry users)
            throws IOException {
        this.repositories = repositories;
        var signer = repositories.head().here();
        this.login =
                new Login(
                        InstantSource.system(),
                        LoginFile.of(signer.environment(), signer.runs().root()));
        var handlers =
                new HandlerFactory(
                        door,
                        new BrowserLogins(
                                login,
                                setup.publicAddress(),
                                users,
                                repositories.map(ServedRepository::mount)),
                        new ServerCalls(logins()),
                        setup,
                        bugs,
                        new HttpStatistics());
        this.listener =
                ListenAddress.start(
                        setup.host(),
                        setup.port(),
                        setup.bounds(),
                        streams -> handlers.of(repositories, streams));
        this.url = setup.publicAddress().map(PublicAddress::url).getOrElse(address().toString());
        for (var each : repositories)
            each.lock()
                    .listensAt(
                            url,
                            address().toString(),
                            Option.when(each != repositories.head(), signer.runs().root()));
        this.ahead =
                repositories.map(
                        each ->
                                Thread.ofPlatform()
                                        .daemon()
                                        .name("runs-ahead")
                                        .start(each.documents()::makeAhead));
    }

    /** Resumes all workflows whose driver died, and those that the previous server paused. */
    public Found recover() throws IOException {
        var found = Vector.<Found>empty();
        for (var each : repositories) found = found.append(each.recover());
        return new Found(
                found.flatMap(Found::resumed),
                found.flatMap(Found::running),
                found.flatMap(Found::failed));
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
     * A new link for the server that serves this repository, alone or with others, made by another
     * process of the same user.
     *
     * @throws UserError if no server serves it, or its logins cannot be signed
     */
    public static String link(Path runs, Map<String, String> environment) throws IOException {
        var address =
                ServerLock.servedAt(runs)
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "no server serves this repository",
                                                runs.toString(),
                                                "foldline serve",
                                                ExitCode.FAILED));
        return address
                + "/login?token="
                + Login.signedLink(
                                LoginFile.of(environment, ServerLock.signer(runs)), Instant.now())
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

    /** What is driven in the first repository. */
    public WorkflowHost hosting() {
        return repositories.head().hosting();
    }

    /** Asks this of all that is driven here, and lets {@link #await} return. */
    public void send(DriverInput arrival) {
        var input = Handover.withAuthor(arrival);
        repositories.forEach(each -> each.hosting().send(input));
        shutdown.countDown();
    }

    /** Waits for the shutdown, until nothing is driven here any more. */
    public void await() throws InterruptedException {
        shutdown.await();
        join();
    }

    private void join() throws InterruptedException {
        for (var each : repositories) each.hosting().join();
    }

    /** Shuts down, and pauses at once what is driven here. */
    @Override
    public void close() throws IOException {
        ahead.forEach(Thread::interrupt);
        try (Closeable _ = () -> close(repositories);
                listener;
                Closeable _ = () -> repositories.forEach(ServedRepository::hangUp)) {
            if (shutdown.getCount() > 0)
                send(new DriverInput.CommandReceived(new Command.Pause(Urgency.NOW), _ -> {}));
            join();
            for (var each : ahead) each.join();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** All of them, also if one fails. */
    private static void close(Vector<ServedRepository> repositories) throws IOException {
        if (repositories.isEmpty()) return;
        try (var _ = repositories.head()) {
            close(repositories.tail());
        }
    }
}
