package dev.foldline.app.server;

import dev.foldline.app.UserError;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.history.Handover;
import dev.foldline.app.runtime.Hosting;
import dev.foldline.app.runtime.TakingUp;
import dev.foldline.app.runtime.TakingUp.Found;
import dev.foldline.app.server.call.Desk;
import dev.foldline.app.server.call.Logins;
import dev.foldline.app.server.call.Resuming;
import dev.foldline.app.server.call.Router;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.effects.driver.Arrival;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A repository that is served: requests are answered, and the workflows that are started here, or were running when this began,
 * are driven. When it is told to go it lets them pause, and the next one goes on with them.
 */
public final class Service implements AutoCloseable {
    private final Workspace here;
    private final ServerLock lock;
    private final Hosting hosting;
    private final Login login = new Login(InstantSource.system());
    private final CountDownLatch told = new CountDownLatch(1);
    private final Annex annex;
    private final Listener listener;

    /**
     * What a server is to be.
     *
     * @param host a name or a number of this machine's own
     * @param port any that is free if 0
     * @param annex what else is to be served, made for those whom the door lets in
     * @param resuming takes up a run that is no workflow
     */
    public record Setup(String host, int port, String token, Bounds bounds, BiFunction<Door, Bounds, Annex> annex, Resuming resuming) {}

    /**
     * Begins to listen; {@link #recover} goes on with what was running.
     *
     * @param here stays open as long as it serves
     * @param view told a line now and then of what is driven
     * @param bugs told of mistakes of ours
     * @throws UserError if it is served already, or the port is taken
     */
    public static Service start(Workspace here, Setup setup, RunView view, Consumer<Throwable> bugs) throws IOException {
        var lock = ServerLock.take(here.runs().root());
        try {
            return new Service(here, lock, setup, view, bugs);
        } catch (IOException | RuntimeException refused) {
            lock.close();
            throw refused;
        }
    }

    private Service(Workspace here, ServerLock lock, Setup setup, RunView view, Consumer<Throwable> bugs) throws IOException {
        this.here = here;
        this.lock = lock;
        this.hosting = new Hosting(here, Launch.configuration(here.root(), here.environment()).settings().capacity(), new Manner(true), view);
        var desk = new Desk(here, hosting, this::recover, setup.resuming(), logins(), view::notice);
        var door = new Door(setup.token());
        this.annex = setup.annex().apply(door, setup.bounds());
        try {
            this.listener = Listener.start(setup.host(), setup.port(), setup.bounds(), streams -> new Entrance(door, login, new Entrance.Table(new Router(desk.calls()), annex), streams,
                    setup.bounds(), new Entrance.Reports(here.runs().redaction(), bugs)));
        } catch (RuntimeException refused) {
            annex.close();
            throw refused;
        }
        lock.listensAt(listener.address());
    }

    /** Goes on with all workflows that were running when whoever drove them died, and with those that the server before this one let pause. */
    public Found recover() throws IOException { return new TakingUp(here).by(hosting); }

    public URI address() { return listener.address(); }

    /** A new link that lets a browser in, once. */
    public String invitation() { return address() + "/login?token=" + login.invite(); }

    private Logins logins() {
        return new Logins() {
            @Override public String invitation() { return Service.this.invitation(); }

            @Override public void leave(String session) { login.leave(session); }

            @Override public void leaveAll() { login.leaveAll(); }
        };
    }

    /** What is driven here. */
    public Hosting hosting() { return hosting; }

    /** Asks this of all that is driven here, and lets {@link #await} return. */
    public void tell(Arrival arrival) {
        hosting.tell(Handover.asked(arrival));
        told.countDown();
    }

    /** Waits until it is told to go, and nothing is driven here any more. */
    public void await() throws InterruptedException {
        told.await();
        hosting.join();
    }

    /** Ends it, and whatever is driven here pauses at once. */
    @Override
    public void close() throws IOException {
        try (lock; listener; annex) {
            if (told.getCount() > 0) tell(new Arrival.Asked(new Command.Pause(Urgency.NOW), _ -> {}));
            hosting.join();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }
}
