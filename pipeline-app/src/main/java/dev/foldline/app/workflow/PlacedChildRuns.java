package dev.foldline.app.workflow;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ChildRuns;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunTakeover;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.ChildCommands;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Items.LatestReport;
import dev.foldline.core.state.ParentRun;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.json.AuthoredCommand;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The child runs of a workflow whose tasks a fleet drives. Each is a shared run of its own. What
 * its hosts have published is copied here; the workflow merges it as if it was driven here.
 *
 * <p>One pass after the other compares what this clone has of a child, the child's lease, and what
 * the workflow wants of its children. A pass that failed, also with this process, is made up for by
 * the next one.
 */
final class PlacedChildRuns implements ChildRuns {
    private static final Duration POLL = Duration.ofSeconds(2);

    private final Workspace here;
    private final RunId parent;
    private final TaskPlacement placement;
    private final BiFunction<Started, RunObserver, RunSession> sessions;
    private final RunObserver view;
    private final Map<Long, PlacedChild> children = new ConcurrentHashMap<>();
    private Option<PipelineState> state = Option.none();
    private Option<Thread> watcher = Option.none();
    private Option<String> fleet = Option.none();
    private Consumer<DriverInput> driver = _ -> {};
    private Vector<String> complaints = Vector.empty();
    private boolean isDue;
    private boolean isClosing;

    /**
     * @param sessions for a child that is published or ended here
     */
    PlacedChildRuns(
            Workspace here,
            RunId parent,
            TaskPlacement placement,
            BiFunction<Started, RunObserver, RunSession> sessions,
            RunObserver view) {
        this.here = here;
        this.parent = parent;
        this.placement = placement;
        this.sessions = sessions;
        this.view = view;
    }

    @Override
    public synchronized void begins(PipelineState found, Consumer<DriverInput> parentsDriver) {
        driver = parentsDriver;
        state = Option.of(found);
        watcher = Option.of(Thread.ofVirtual().name("placed-tasks").start(this::watch));
    }

    @Override
    public Event spawn(long ticket, SpawnChild effect) throws IOException {
        var child = here.runs().directory(RunId.childOf(parent, ticket));
        try {
            if (!child.hasStarted()) findElsewhere(child, ticket);
            for (var lost : ChildRunFactory.lost(parentState(), child)) throw lost;
            if (!child.hasStarted())
                ChildRunFactory.begin(
                                here,
                                child,
                                parentState(),
                                new ParentRun(
                                        parent.text(), effect.list(), effect.item().id(), ticket),
                                effect)
                        .abandon(here);
            return spawned(ticket, effect, child);
        } catch (UserError refused) {
            return new EffectFailed(
                    ticket,
                    Fault.of(
                            Fault.Kind.NEEDS_PERSON,
                            "the run for "
                                    + effect.item().id()
                                    + " cannot begin: "
                                    + refused.message()));
        }
    }

    @Override
    public Event look(long ticket, SpawnChild effect) throws IOException {
        var child = here.runs().directory(RunId.childOf(parent, ticket));
        if (!child.hasStarted()) findElsewhere(child, ticket);
        return child.hasStarted()
                ? spawned(ticket, effect, child)
                : ChildRunFactory.notStarted(ticket, parentState(), child);
    }

    /** Copies a child whose start began in another clone, if that clone has published it. */
    private void findElsewhere(RunDirectory child, long ticket) throws IOException {
        if (!ShareRecord.isElsewhere(here.runs().directory(parent), ticket)) return;
        try (var shared = placement.open(here)) {
            for (var lease : shared.find(child.id().text()))
                if (!new ChildRunCopier(here, shared).copy(child, lease, placement))
                    placement.record().copied(lease).write(child);
        }
    }

    private Event spawned(long ticket, SpawnChild effect, RunDirectory child) {
        return new ChildSpawned(
                ticket, child.id().text(), ChildRunFactory.branch(parentState(), effect, child));
    }

    private synchronized PipelineState parentState() {
        return state.get();
    }

    @Override
    public synchronized void folded(PipelineState now) {
        isDue |= now.items().children().size() > state.get().items().children().size();
        state = Option.of(now);
        if (isDue) notifyAll();
    }

    /** The driver pauses the workflow, and its children follow from that. */
    @Override
    public void signalled(DriverInput arrival) {}

    @Override
    public boolean isAtWork() {
        return ChildCommands.of(parentState()).isEmpty() && running().exists(PlacedChild::isAtWork);
    }

    /** Returns the children that have started and whose end the workflow has not received. */
    private Vector<PlacedChild> running() {
        var now = parentState();
        return now.items()
                .lists()
                .values()
                .toVector()
                .flatMap(list -> list)
                .flatMap(item -> ticket(item).flatMap(number -> now.items().child(number)))
                .map(this::placed);
    }

    private static Option<Long> ticket(Item item) {
        return item.status() instanceof Item.Running(var ticket)
                ? Option.of(ticket)
                : Option.none();
    }

    private PlacedChild placed(Child child) {
        return children.computeIfAbsent(
                child.spawnTicket(),
                ticket ->
                        new PlacedChild(
                                here.runs().directory(new RunId(child.run())),
                                new ParentRun(parent.text(), child.list(), child.item(), ticket),
                                report ->
                                        driver.accept(
                                                new DriverInput.CommandReceived(report, _ -> {}))));
    }

    /** Opens the shared repository again after a fault. */
    private void watch() {
        try {
            var goesOn = true;
            while (goesOn) {
                try (var shared = placement.open(here)) {
                    while (goesOn) {
                        pass(shared);
                        goesOn = awaitNext();
                    }
                } catch (IOException | RuntimeException refused) {
                    noteProblems(Vector.of(SkippedWorkflow.why(refused)));
                    goesOn = awaitNext();
                }
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitNext() throws InterruptedException {
        long end = System.nanoTime() + POLL.toNanos();
        for (long left = POLL.toNanos();
                left > 0 && !isDue && !isClosing;
                left = end - System.nanoTime()) TimeUnit.NANOSECONDS.timedWait(this, left);
        isDue = false;
        return !isClosing;
    }

    private void pass(SharedRepository shared) throws IOException, InterruptedException {
        var running = running();
        var leases = shared.list(running.map(PlacedChild::id).append(parent.text()));
        if (!isOurs(leases)) return;
        var refusals = Vector.<String>empty();
        for (var child : running) {
            try {
                pass(shared, child, leases.find(each -> each.lease().run().equals(child.id())));
            } catch (IOException | RuntimeException refused) {
                refusals = refusals.append(child.item() + ": " + SkippedWorkflow.why(refused));
            }
        }
        noteProblems(refusals);
    }

    /** Prints what is new. The next pass tries again. */
    private void noteProblems(Vector<String> texts) {
        texts.removeAll(complaints).forEach(view::notice);
        complaints = texts;
    }

    /** Returns whether no other clone has taken the workflow, and with it its children. */
    private boolean isOurs(Vector<LeaseEntry> leases) throws IOException {
        var own = leases.find(each -> each.lease().run().equals(parent.text()));
        var record = ShareRecord.of(here.runs().directory(parent));
        return own.isEmpty() || record.isEmpty() || record.get().isLast(own.get());
    }

    private void pass(SharedRepository shared, PlacedChild child, Option<LeaseEntry> lease)
            throws IOException, InterruptedException {
        var wasAtWork = child.isAtWork();
        if (child.state().isEmpty()) report(child);
        if (!child.isEnded()) {
            if (child.isHere(lease)) {
                if (lease.exists(each -> each.lease().seq() != child.seq())) report(child);
                if (!child.isToSubmit()) pauseIfWanted(shared, child);
                submit(shared, child, lease);
            } else follow(shared, child, lease.get());
        }
        if (child.isEnded()) child.reportEnd();
        else if (wasAtWork && !child.isAtWork()) driver.accept(new DriverInput.Wakeup());
    }

    private void report(PlacedChild child) throws IOException {
        var received =
                parentState()
                        .items()
                        .children()
                        .find(each -> each.run().equals(child.id()))
                        .flatMap(Child::latest)
                        .map(LatestReport::seq)
                        .getOrElse(0L);
        child.report(received, view);
    }

    /** Publishes what this clone has of a child, and submits the child. */
    private void submit(SharedRepository shared, PlacedChild child, Option<LeaseEntry> lease)
            throws IOException, InterruptedException {
        if (child.isEnded() || !child.isToSubmit() || ChildCommands.of(parentState()).isDefined())
            return;
        if (!lease.exists(each -> each.lease().isReleased() && each.lease().seq() == child.seq()))
            publish(child.run());
        submit(shared, child);
    }

    private void publish(RunDirectory child) throws IOException, InterruptedException {
        if (ShareRecord.of(child).isEmpty()) placement.record().write(child);
        var started = RunLauncher.resume(here, child, true);
        try {
            sessions.apply(started, RunObserver.NONE).publish(started);
        } finally {
            started.abandon(here);
        }
    }

    /** A pause that no driver has received yet is withdrawn: the workflow has resumed. */
    private void submit(SharedRepository shared, PlacedChild child) throws IOException {
        for (var message : shared.inbox().messages(child.id()))
            if (PlacedChild.isPause(message.json())) shared.inbox().remove(child.id(), message);
        if (fleet.isEmpty()) fleet = Option.of(placement.fleet(here));
        placement.submit(here, fleet.get(), child.id());
        child.submitted();
    }

    /** Copies what a host has published, and asks of the child what the workflow wants. */
    private void follow(SharedRepository shared, PlacedChild child, LeaseEntry lease)
            throws IOException {
        if (lease.lease().seq() != child.seq()) {
            if (child.isOurs(lease) || child.isDrivenHere()) report(child);
            else copy(shared, child, lease);
        }
        if (child.isEnded()) return;
        pauseIfWanted(shared, child);
        if (!child.isToSubmit() || ChildCommands.of(parentState()).isDefined()) return;
        if (lease.lease().isFree(Instant.now())) submit(shared, child);
        else if (!child.isPausing()) child.submitted();
    }

    /** The command stays in the shared repository until a driver has received it. */
    private void pauseIfWanted(SharedRepository shared, PlacedChild child) throws IOException {
        var wish = ChildCommands.of(parentState());
        if (!wish.exists(Command.Pause.class::isInstance) || child.isPausing() || child.isPaused())
            return;
        var pause = new AuthoredCommand(wish.get(), CurrentAuthor.of(wish.get()));
        shared.inbox().send(child.id(), Inbox.nextName(), Wire.toJson(pause));
        child.pausing();
    }

    private void copy(SharedRepository shared, PlacedChild child, LeaseEntry lease)
            throws IOException {
        if (new ChildRunCopier(here, shared).copy(child.run(), lease)) report(child);
    }

    @Override
    public void leave() throws InterruptedException {
        close();
        for (var thread : watcher) thread.join();
        var wish = ChildCommands.of(parentState());
        if (wish.exists(Command.Pause.class::isInstance)) passOnce();
        if (wish.exists(Command.Abort.class::isInstance) && isStillOurs())
            for (var child : running()) end(child);
    }

    /** If the repository cannot be asked, children can neither be taken from their hosts. */
    private boolean isStillOurs() throws InterruptedException {
        try (var shared = placement.open(here)) {
            return isOurs(shared.list(Vector.of(parent.text())));
        } catch (IOException unreachable) {
            return true;
        }
    }

    private void passOnce() throws InterruptedException {
        try (var shared = placement.open(here)) {
            pass(shared);
        } catch (IOException | RuntimeException refused) {
            noteProblems(Vector.of(SkippedWorkflow.why(refused)));
        }
    }

    private synchronized void close() {
        isClosing = true;
        notifyAll();
    }

    /** Takes a child from its host, whose next publication is refused, and ends it here. */
    private void end(PlacedChild child) {
        if (child.isEnded()) return;
        try {
            var run = taken(child);
            var started = RunLauncher.resume(here, run, true);
            try {
                started.log().submit(ChildCommands.of(parentState()).get(), Option.none());
                new SupervisedRun(started, new TaskView(child.item(), view, _ -> {}))
                        .drive(observer -> sessions.apply(started, observer), _ -> {});
            } finally {
                started.abandon(here);
            }
        } catch (IOException | UserError refused) {
            view.notice(child.item() + " cannot be ended: " + SkippedWorkflow.why(refused));
        }
    }

    private RunDirectory taken(PlacedChild child) throws IOException {
        return ShareRecord.of(child.run()).forAll(ShareRecord::isUnpublished)
                ? child.run()
                : RunTakeover.take(here, child.id(), here.root(), placement.remote(), true);
    }
}
