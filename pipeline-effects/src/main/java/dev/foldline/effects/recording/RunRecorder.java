package dev.foldline.effects.recording;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Items.Child;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.process.RunningProcess;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Records one driver's effects. What cannot be recorded is reported and does not disturb the run;
 * the run cannot be replayed then.
 */
public final class RunRecorder implements EffectRecorder {
    private final RunContext run;
    private final RunRecording recording;
    private final RecordedObjects objects;
    private final BranchReader branches;
    private final Consumer<String> notice;
    private final Map<Long, Vector<RecordedProcess>> processes = new ConcurrentHashMap<>();
    private final Map<Long, Beginning> started = new ConcurrentHashMap<>();
    private final Set<String> kept = new HashSet<>();
    private final Set<String> children = ConcurrentHashMap.newKeySet();
    private Option<String> lastTree = Option.none();
    private long bytes;

    /** What was there when an effect started. */
    private record Beginning(ExchangeListing files, Vector<RecordedBranch> branches) {}

    /** An action that records something. */
    @FunctionalInterface
    private interface Recording {
        void record() throws IOException;
    }

    private RunRecorder(RunContext run, RecordedObjects objects, Consumer<String> notice) {
        this.run = run;
        this.recording = new RunRecording(run.directory());
        this.objects = objects;
        this.branches = new BranchReader(run);
        this.notice = notice;
    }

    /**
     * Starts to record what the next driver of a run does.
     *
     * @param notice receives what could not be recorded
     */
    public static EffectRecorder begin(
            RunContext run, AgentRegistry agents, PipelineState state, Consumer<String> notice) {
        var driver = "driver " + (state.header().epoch() + 1);
        try {
            var recorder =
                    new RunRecorder(
                            run,
                            RecordedObjects.ofDriver(
                                    run.site().home().place().commonFolder(),
                                    new RunRecording(run.directory()).ref()),
                            notice);
            state.items().children().flatMap(Child::branch).forEach(recorder.children::add);
            recorder.guarded(driver, () -> recorder.session(agents, state));
            return recorder;
        } catch (IOException fault) {
            notice.accept(lacks(driver, fault));
            return NONE;
        }
    }

    private void session(AgentRegistry agents, PipelineState state) throws IOException {
        var home = head(run.site().home(), Exclusions.engine());
        var own = !run.root().equals(run.site().home().place().root());
        var tree =
                own && run.site().isThere()
                        ? Option.of(head(run.git(), Exclusions.engine()))
                        : Option.<RecordedHead>none();
        var base = branches.base(run.base());
        var refs = branches.refs();
        keep(
                tree.getOrElse(home).tree(),
                Vector.of(home.commit())
                        .appendAll(tree.map(RecordedHead::commit))
                        .appendAll(base.map(RecordedBranch::commit))
                        .appendAll(refs.map(RecordedBranch::commit)));
        if (tree.isDefined()) keep(home.tree(), Vector.empty());
        recording.write(
                new RecordedSession(
                        state.header().epoch() + 1,
                        SessionSetup.of(run, agents),
                        home,
                        tree,
                        base,
                        refs,
                        run.site().isThere()
                                ? ExchangeListing.of(run).since(ExchangeListing.EMPTY, run)
                                : Vector.empty(),
                        SessionSetup.outputs(run, state.header().ticket())));
    }

    @Override
    public ProcessExecutor recording(ProcessExecutor real) {
        return new ProcessExecutor() {
            @Override
            public ProcessResult run(
                    ProcessSpec spec, ProcessListener listener, Consumer<RunningProcess> started)
                    throws IOException {
                var result = real.run(spec, listener, started);
                guarded(
                        "ticket " + spec.marker().ticket(),
                        () ->
                                processes.merge(
                                        spec.marker().ticket(),
                                        Vector.of(RecordedProcess.of(result)),
                                        Vector::appendAll));
                return result;
            }

            @Override
            public void endLeftovers(String dead, Duration grace) {
                real.endLeftovers(dead, grace);
            }
        };
    }

    @Override
    public void begins(long ticket, ExternalEffect effect) {
        guarded(
                "ticket " + ticket,
                () -> {
                    var isProcess = effect instanceof InvokeAgent || effect instanceof RunCheck;
                    var files = isProcess ? ExchangeListing.of(run) : ExchangeListing.EMPTY;
                    if (isProcess || BranchReader.isRead(effect))
                        started.put(
                                ticket, new Beginning(files, branches.before(effect, children)));
                });
    }

    @Override
    public void ended(long ticket, ExternalEffect effect, Event outcome, TreeReader trees) {
        guarded(
                "ticket " + ticket,
                () -> {
                    switch (effect) {
                        case InvokeAgent call ->
                                call(ticket, outcome, trees.read(call.excludedPaths()));
                        case RunCheck check -> check(ticket, check, outcome);
                        case SpawnChild _ -> spawned(outcome);
                        case TryTests _ -> taken(ticket);
                        case ForgeEffect _ -> {}
                        default -> git(ticket, outcome);
                    }
                    started.remove(ticket);
                });
    }

    private void call(long ticket, Event outcome, String tree) throws IOException {
        var reverted = reverted(outcome);
        var after = RecordedHead.of(run.git().head(), tree);
        keep(after.tree(), reverted.toVector().append(after.commit()));
        var before = started.get(ticket);
        if (before != null) keep(before.branches());
        recording.write(
                new RecordedEffect(
                        ticket,
                        taken(ticket),
                        Option.of(after),
                        reverted,
                        files(ticket),
                        before == null ? Vector.empty() : before.branches()));
    }

    private void check(long ticket, RunCheck check, Event outcome) throws IOException {
        var after =
                switch (outcome) {
                    case CheckPassed passed -> RecordedHead.of(run.git().head(), passed.after());
                    case CheckFailed failed -> RecordedHead.of(run.git().head(), failed.tree());
                    default -> head(run.git(), run.exclusions(check.protectedPaths()));
                };
        keep(after.tree(), Vector.of(after.commit()));
        recording.write(
                new RecordedEffect(
                        ticket,
                        taken(ticket),
                        Option.of(after),
                        Option.none(),
                        files(ticket),
                        Vector.empty()));
    }

    /** Returns what the process of an effect has written or removed. */
    private Vector<RecordedFile> files(long ticket) throws IOException {
        var before = started.get(ticket);
        return before == null ? Vector.empty() : ExchangeListing.of(run).since(before.files(), run);
    }

    private void spawned(Event outcome) {
        if (outcome instanceof ChildSpawned child) child.branch().forEach(children::add);
    }

    private void git(long ticket, Event outcome) throws IOException {
        for (var made : RecordedOutcome.commit(outcome)) commit(made);
        var before = started.get(ticket);
        if (before == null) return;
        keep(before.branches());
        recording.write(
                new RecordedEffect(
                        ticket,
                        Vector.empty(),
                        Option.none(),
                        Option.none(),
                        Vector.empty(),
                        before.branches()));
    }

    private void keep(Vector<RecordedBranch> found) throws IOException {
        for (var branch : found) commit(branch.commit());
    }

    private void commit(String hash) throws IOException {
        keep(run.site().home().commit(hash).tree(), Vector.of(hash));
    }

    /** Returns the head of the commits that were undone after a call. */
    private Option<String> reverted(Event outcome) throws IOException {
        var ref =
                switch (outcome) {
                    case AgentFinished done -> done.reverted();
                    case AgentFailed failed -> failed.reverted();
                    case EffectCancelled cancelled -> cancelled.reverted();
                    default -> Option.<String>none();
                };
        return ref.isEmpty() ? Option.none() : Option.ofOptional(run.git().resolve(ref.get()));
    }

    private Vector<RecordedProcess> taken(long ticket) {
        var taken = processes.remove(ticket);
        return taken == null ? Vector.empty() : taken;
    }

    private static RecordedHead head(Git git, Exclusions exclusions) throws IOException {
        return RecordedHead.of(git.head(), git.workTree(exclusions));
    }

    private synchronized void keep(String tree, Vector<String> commits) throws IOException {
        var added = commits.filter(kept::add);
        if (added.isEmpty() && kept.contains(tree)) return;
        kept.add(tree);
        objects.keep(tree, added);
        for (var last : lastTree) bytes += objects.bytesBetween(last, tree);
        lastTree = Option.of(tree);
    }

    private void guarded(String what, Recording action) {
        try {
            action.record();
        } catch (IOException | UncheckedIOException fault) {
            notice.accept(lacks(what, fault));
        }
    }

    private static String lacks(String what, Exception fault) {
        return "the recording lacks "
                + what
                + ", so the run cannot be replayed: "
                + fault.getMessage();
    }

    @Override
    public synchronized void close() {
        guarded("its size", () -> recording.writeContentBytes(recording.contentBytes() + bytes));
        objects.close();
    }
}
