package dev.foldline.app.workflow;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ChildRuns;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.ChildCommands;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Items.LatestReport;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.watch.RepositoryHistory;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Supervises the child runs of a run, each on its own thread. The state of a child is read from its
 * log: when its driver exits, and when the parent is resumed after a crash.
 */
final class ChildRunSupervisor implements ChildRuns {
    private final Workspace here;
    private final RunId parent;
    private final BiFunction<Started, RunObserver, RunSession> sessions;
    private final RunObserver view;
    private final AgentPermits.Share permits;
    private final Duration pause;
    private final AtomicInteger atWork = new AtomicInteger();
    private final Map<RunId, Thread> threads = new ConcurrentHashMap<>();
    private final Map<RunId, Consumer<DriverInput>> receivers = new ConcurrentHashMap<>();

    /** Children that were asked to pause with their parent and have not been resumed. */
    private final Set<RunId> held = new HashSet<>();

    /** The latest declaration by a commit for each child, which may not be driven just then. */
    private final Map<RunId, Command.DeclareDone> declared = new HashMap<>();

    private Option<DriverInput.CommandReceived> asked = Option.none();
    private Option<PipelineState> state = Option.none();
    private Option<CommitWatcher> lookout = Option.none();
    private Consumer<DriverInput> driver = _ -> {};

    /**
     * @param permits what the terminals of its children wait for
     * @param sessions for a child that is watched so
     * @param pause the longest time between two looks for new commits
     */
    ChildRunSupervisor(
            Workspace here,
            RunId parent,
            AgentPermits.Share permits,
            BiFunction<Started, RunObserver, RunSession> sessions,
            RunObserver view,
            Duration pause) {
        this.here = here;
        this.parent = parent;
        this.permits = permits;
        this.sessions = sessions;
        this.view = view;
        this.pause = pause;
    }

    @Override
    public synchronized void begins(PipelineState found, Consumer<DriverInput> parentsDriver) {
        driver = parentsDriver;
        state = Option.of(found);
        // Before any agent works: of its commits none is missed.
        watch(found);
        ChildCommands.of(found).peek(this::hold).onEmpty(this::takeUp);
    }

    /**
     * Resumes the children, unless the workflow waits at a gate; then they are resumed when the
     * gate is answered.
     */
    private void hold(Command command) {
        send(unanswered(command));
        allItems().flatMap(this::runOf).map(RunDirectory::id).forEach(held::add);
    }

    /** Children of tasks commit on branches that their workflow knows before they start. */
    private void watch(PipelineState found) {
        if (ChildRunFactory.definesChildren(found.workflow())) return;
        try {
            lookout =
                    Option.of(
                            CommitWatcher.on(
                                    RepositoryHistory.of(
                                            here.root(), GitOptions.from(here.environment())),
                                    parent,
                                    pause,
                                    found.ledger().repository().watched(),
                                    DeclaredCommits.reported(driver, this::declare),
                                    view::notice));
        } catch (GitFault unreadable) {
            view.notice("commits are not watched: " + unreadable.getMessage());
        }
    }

    /**
     * Resumes all children before driving the first, because each briefly takes the others' locks.
     * A child that has ended meanwhile is reported instead. The rules version is not checked again:
     * the driver of the parent has accepted it.
     */
    private void takeUp() {
        takeUp(_ -> true);
    }

    private void takeUp(Predicate<RunId> which) {
        var children = new LinkedHashMap<RunDirectory, String>();
        allItems()
                .forEach(
                        item ->
                                runOf(item)
                                        .filter(child -> which.test(child.id()))
                                        .forEach(child -> children.put(child, item.id())));
        Vector.ofAll(
                        RunLauncher.resumeAll(
                                here,
                                List.copyOf(children.keySet()),
                                true,
                                (child, refusal) ->
                                        reportRefusal(children.getOrDefault(child, ""), refusal)))
                .flatMap(this::resume)
                .forEach(this::drive);
    }

    private Vector<Item> allItems() {
        return parentState().items().lists().values().toVector().flatMap(list -> list);
    }

    private void reportRefusal(String item, Exception refusal) {
        view.notice(item + " cannot be resumed: " + SkippedWorkflow.why(refusal));
    }

    /** Returns the child run of an item, if it has started. */
    private Option<RunDirectory> runOf(Item item) {
        if (!(item.status() instanceof Item.Running(var ticket))) return Option.none();
        var child = here.runs().directory(RunId.childOf(parent, ticket));
        try {
            ChildRunFactory.lost(parentState(), child)
                    .forEach(lost -> reportRefusal(item.id(), lost));
            return child.hasStarted() ? Option.of(child) : Option.none();
        } catch (IOException unreadable) {
            reportRefusal(item.id(), unreadable);
            return Option.none();
        }
    }

    private Option<Started> resume(Started started) {
        if (!(started.log().state().lifecycle() instanceof Lifecycle.Ended))
            return isGivenUp() ? Option.of(started) : wake(started);
        started.abandon(here);
        atWork.incrementAndGet();
        try {
            statusReporter(started).caughtUp();
        } catch (IOException unreadable) {
            reportRefusal(of(started).item(), unreadable);
        }
        leave(started.log().state());
        return Option.none();
    }

    private boolean isGivenUp() {
        return ChildCommands.of(parentState()).exists(Command.Abort.class::isInstance);
    }

    /**
     * Resumes the paused children with their workflow. A halted child is retried only at the user's
     * request: {@link WorkflowOperations#resume}.
     */
    private Option<Started> wake(Started started) {
        try {
            new RunResumer(started.log()).resumePaused();
            return Option.of(started);
        } catch (JournalFault unwritable) {
            started.abandon(here);
            reportRefusal(of(started).item(), unwritable);
            return Option.none();
        }
    }

    @Override
    public Event spawn(long ticket, SpawnChild effect) throws IOException {
        var id = RunId.childOf(parent, ticket);
        var child = here.runs().directory(id);
        try {
            for (var lost : ChildRunFactory.lost(parentState(), child)) throw lost;
            if (!threads.containsKey(id))
                drive(
                        child.hasStarted()
                                ? RunLauncher.resume(here, child, true)
                                : ChildRunFactory.begin(
                                        here,
                                        child,
                                        parentState(),
                                        new ParentRun(
                                                parent.text(),
                                                effect.list(),
                                                effect.item().id(),
                                                ticket),
                                        effect));
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
        return child.hasStarted()
                ? spawned(ticket, effect, child)
                : ChildRunFactory.notStarted(ticket, parentState(), child);
    }

    private Event spawned(long ticket, SpawnChild effect, RunDirectory child) {
        return new ChildSpawned(
                ticket, child.id().text(), ChildRunFactory.branch(parentState(), effect, child));
    }

    private synchronized PipelineState parentState() {
        return state.get();
    }

    private void drive(Started started) {
        var id = started.log().directory().id();
        atWork.incrementAndGet();
        var thread = Thread.ofVirtual().name("run-" + id).unstarted(() -> supervise(id, started));
        threads.put(id, thread);
        thread.start();
    }

    private void supervise(RunId id, Started started) {
        var telling = statusReporter(started);
        var watched =
                new TaskView(
                        of(started).item(),
                        view,
                        state -> telling.folded(started.log().seq(), state));
        try {
            new SupervisedRun(started, watched)
                    .drive(
                            () -> {
                                telling.caughtUp();
                                return started;
                            },
                            observer -> sessions.apply(started, observer),
                            receiver -> listen(id, receiver));
        } finally {
            started.abandon(here);
            if (isToGoOn(id)) takeUp(id::equals);
            leave(started.log().state());
        }
    }

    private ChildStatusReporter statusReporter(Started started) {
        var of = of(started);
        var received =
                parentState()
                        .items()
                        .child(of.spawnTicket())
                        .flatMap(Child::latest)
                        .map(LatestReport::seq)
                        .getOrElse(0L);
        return new ChildStatusReporter(
                started.log().directory(),
                of,
                received,
                report -> driver.accept(new DriverInput.CommandReceived(report, _ -> {})));
    }

    private static ParentRun of(Started child) {
        return child.log().state().header().parent().get();
    }

    /**
     * Removes a child only after its parent has received its last report. A waiting child is
     * reported with a word that no run uses, so that the driver rechecks which children are active.
     */
    private void leave(PipelineState child) {
        var of = child.header().parent().get();
        var report =
                child.lifecycle() instanceof Lifecycle.Ended(var outcome)
                        ? new Command.ReportChildEnd(
                                of.list(),
                                of.item(),
                                of.spawnTicket(),
                                ChildReport.of(
                                        outcome, child.usage().meter(), child.ledger().artifacts()))
                        : new Command.ReportChildEnd(of.list(), of.item(), 0, false, "it waits");
        driver.accept(new DriverInput.CommandReceived(report, _ -> atWork.decrementAndGet()));
    }

    /** Why it did not complete; empty if it did. */
    static String why(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "";
            case Outcome.Failed(var fault) -> fault.message();
            case Outcome.Rejected(_, var words) -> words;
            case Outcome.Aborted(var words) -> words;
        };
    }

    /** A commit that reports a terminal's work ends its call, regardless of its author. */
    private synchronized void declare(Sighting sighting) {
        DeclaredCommits.of(parentState(), sighting)
                .forEach(
                        (child, done) -> {
                            declared.put(child, done);
                            Option.of(receivers.get(child))
                                    .forEach(receiver -> receiver.accept(unanswered(done)));
                        });
    }

    synchronized void listen(RunId id, Consumer<DriverInput> receiver) {
        receivers.put(id, receiver);
        Option.of(declared.get(id)).forEach(done -> receiver.accept(unanswered(done)));
        asked.forEach(arrival -> send(id, arrival, receiver));
    }

    private void send(
            RunId id, DriverInput.CommandReceived arrival, Consumer<DriverInput> receiver) {
        if (arrival.command() instanceof Command.Pause) held.add(id);
        receiver.accept(
                new DriverInput.CommandReceived(arrival.command(), arrival.message(), _ -> {}));
    }

    private static DriverInput.CommandReceived unanswered(Command command) {
        return new DriverInput.CommandReceived(command, _ -> {});
    }

    /**
     * Removes the receiver of a child. If a resume command arrived meanwhile, the child has exited
     * without receiving it.
     */
    private synchronized boolean isToGoOn(RunId id) {
        receivers.remove(id);
        return asked.isEmpty() && held.remove(id);
    }

    private synchronized void goesOn(RunId id) {
        held.remove(id);
    }

    /** Also notifies children that do not receive commands yet. */
    private synchronized void send(DriverInput.CommandReceived arrival) {
        if (asked.map(DriverInput.CommandReceived::command).contains(arrival.command())) return;
        asked = Option.of(arrival);
        receivers.forEach((id, receiver) -> send(id, arrival, receiver));
        // After the notification: queued starts are cancelled, and repeated at the resume.
        permits.close();
    }

    @Override
    public void folded(PipelineState now) {
        var before = parentState();
        know(now);
        var reported = ChildCommands.of(now);
        reported.map(ChildRunSupervisor::unanswered).forEach(this::send);
        if (reported.isEmpty() && ChildCommands.of(before).isDefined()) takeBack();
    }

    private synchronized void know(PipelineState now) {
        state = Option.of(now);
    }

    /**
     * Resumes paused children. Those whose driver has exited are resumed in a new session; those
     * that start to receive commands later are not notified.
     */
    private void takeBack() {
        var away = letGo();
        if (away.nonEmpty()) takeUp(away::contains);
    }

    private synchronized Vector<RunId> letGo() {
        asked = Option.none();
        permits.open();
        var reported = Vector.ofAll(held);
        var away = reported.reject(receivers::containsKey);
        away.forEach(held::remove);
        reported.forEach(
                id ->
                        Option.of(receivers.get(id))
                                .forEach(
                                        receiver ->
                                                receiver.accept(
                                                        new DriverInput.CommandReceived(
                                                                new Command.Resume(),
                                                                _ -> goesOn(id)))));
        return away;
    }

    @Override
    public void signalled(DriverInput arrival) {
        if (arrival instanceof DriverInput.CommandReceived asking) send(asking);
    }

    @Override
    public boolean isAtWork() {
        return atWork.get() > 0;
    }

    @Override
    public void leave() throws InterruptedException {
        lookout.forEach(CommitWatcher::close);
        join();
        if (!isGivenUp()) return;
        // Those too that had left before: they are driven once more, to their end.
        takeUp();
        join();
    }

    private void join() throws InterruptedException {
        // Its child may have been resumed meanwhile.
        for (var alive = alive(); alive.isDefined(); alive = alive()) alive.get().join();
    }

    private Option<Thread> alive() {
        return Vector.ofAll(threads.values()).find(Thread::isAlive);
    }
}
