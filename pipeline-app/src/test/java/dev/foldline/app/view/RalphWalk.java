package dev.foldline.app.view;

import dev.foldline.app.SucceedingEnvironment;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A run of {@code ralph} in which everything goes well, unless told otherwise; views may look on.
 */
public final class RalphWalk {
    /** When the run begins; each agent and check takes 1.5 seconds of what it reports. */
    public static final Instant BEGAN = Instant.parse("2026-03-01T12:00:00Z");

    private static final int EFFECTS_MAX = 5_000;

    private final List<InjectedAnswer> surprises = new ArrayList<>();
    private final List<RunObserver> views = new ArrayList<>();
    private final List<Consumer<Event>> logs = new ArrayList<>();
    private PipelineState state;
    private int commits;

    private record InjectedAnswer(Predicate<Effect> when, Answer answer) {}

    /** What the world answers to an effect. */
    public interface Answer {
        Event to(long ticket, Effect effect);
    }

    private RalphWalk(RunEvent.RunStarted started) {
        this.state = Pipeline.start(started);
    }

    public static RalphWalk ralph(int iterations) {
        return new RalphWalk(start(iterations, Vector.empty()));
    }

    public static RalphWalk gated(String phase) {
        return new RalphWalk(start(1, Vector.of(phase)));
    }

    /** The first event of such a run. */
    public static RunEvent.RunStarted start(int iterations, Vector<String> gates) {
        var roles = Ralph.ROLES.toLinkedMap(role -> role, role -> Vector.of("claude", "codex"));
        var policy =
                Policy.DEFAULT
                        .withRoles(roles)
                        .withChecks(
                                LinkedHashMap.of(
                                        BuiltinWorkflows.CHECKS,
                                        Vector.of(new CommandLine.Shell("make test"))))
                        .withBranching(new Policy.Branching.NewBranch("foldline/greet"))
                        .withRecovery(
                                Policy.RecoveryPolicy.DEFAULT
                                        .withFixer(Option.of("recoverer"))
                                        .withRewindStage(Option.of("iterate")))
                        .withBudget(
                                new Budget(Option.of(60L), Option.of(7_200_000L), Option.none()));
        var options =
                new Ralph.Options(
                        iterations,
                        1,
                        false,
                        gates,
                        Ralph.Rebasing.NEVER,
                        Ralph.Options.DEFAULT.care(),
                        Ralph.Options.DEFAULT.fixCare(),
                        false);
        return new RunEvent.RunStarted(
                "r0123456789abcdef",
                Ralph.workflow(options, policy),
                "task",
                Pipeline.RULES_VERSION,
                BEGAN);
    }

    public RalphWalk watchedBy(RunObserver view) {
        views.add(view);
        view.begins(state, "/repo");
        return this;
    }

    public RalphWalk loggedBy(Consumer<Event> log) {
        logs.add(log);
        return this;
    }

    /** The next effect of this kind is answered otherwise, once. */
    public RalphWalk once(Class<? extends Effect> kind, Answer answer) {
        surprises.add(new InjectedAnswer(kind::isInstance, answer));
        return this;
    }

    /** Goes on until an effect of this kind has begun, which stays under way if it is a deed. */
    public RalphWalk until(Class<? extends Effect> kind, Predicate<Effect> which) {
        for (int effects = 0; effects < EFFECTS_MAX; effects++) {
            var effect = Pipeline.decide(state).effect();
            if (effect instanceof Control.Await) {
                answer();
                continue;
            }
            if (kind.isInstance(effect) && which.test(effect)) {
                if (effect instanceof ExternalEffect deed)
                    fold(new RunEvent.EffectStarted(state.header().ticket(), deed));
                return this;
            }
            if (effect instanceof Control) return this;
            step(effect);
        }
        throw new AssertionError("no " + kind.getSimpleName() + " in " + EFFECTS_MAX + " effects");
    }

    public RalphWalk until(Class<? extends Effect> kind) {
        return until(kind, _ -> true);
    }

    public RalphWalk untilRole(String role) {
        return until(
                InvokeAgent.class,
                effect -> effect instanceof InvokeAgent call && call.role().equals(role));
    }

    public RalphWalk untilItWaitsOrEnds() {
        return until(Control.Stop.class);
    }

    public RalphWalk drivenBy(long epoch) {
        return fold(new RunEvent.DriverStarted(epoch, BEGAN));
    }

    public RalphWalk asks(Command command) {
        return fold(Pipeline.admit(state, command).getOrElseThrow(why -> new AssertionError(why)));
    }

    public PipelineState state() {
        return state;
    }

    public RalphWalk fold(Event event) {
        return fold(event, Option.none());
    }

    /**
     * @param message the name of whoever asked for it
     */
    public RalphWalk fold(Event event, Option<String> message) {
        logs.forEach(log -> log.accept(event));
        state = Pipeline.reduce(state, event);
        views.forEach(view -> view.onEvent(event, message, state));
        return this;
    }

    private void step(Effect effect) {
        if (effect instanceof ExternalEffect deed)
            fold(new RunEvent.EffectStarted(state.header().ticket(), deed));
        fold(answerTo(state.header().ticket(), effect));
    }

    /** Answers what is under way. */
    public RalphWalk answer() {
        return fold(answerTo(state.header().ticket(), state.slots().inFlight().running().get()));
    }

    private Event answerTo(long ticket, Effect effect) {
        var surprise = surprises.stream().filter(each -> each.when().test(effect)).findFirst();
        if (surprise.isEmpty()) return usual(ticket, effect);
        surprises.remove(surprise.get());
        return surprise.get().answer().to(ticket, effect);
    }

    private Event usual(long ticket, Effect effect) {
        return switch (effect) {
            case ExternalEffect deed -> usual(ticket, deed);
            case LocalEffect inline -> usual(ticket, inline);
            case Control control -> throw new AssertionError("nothing to do: " + control);
        };
    }

    private static Event usual(long ticket, ForgeEffect effect) {
        return switch (effect) {
            case ForgeEffect.PushBranch _ -> new ForgeEvent.BranchPushed(ticket, "head");
            case ForgeEffect.UpdateBranch _ ->
                    new ForgeEvent.BranchUpdated(ticket, "head", "tree", Option.none());
            case ForgeEffect.MarkReady _ -> new ForgeEvent.RequestReady(ticket);
            case ForgeEffect.MergeRequest _ -> new ForgeEvent.RequestMerged(ticket);
            case ForgeEffect.ReplyToRemarks _ -> new ForgeEvent.RepliesPosted(ticket);
            case ForgeEffect.OpenRequest _ ->
                    new ForgeEvent.RequestOpened(
                            ticket, new PullRequest.Link(7, "https://forge.example.org/7"));
        };
    }

    private Event usual(long ticket, ExternalEffect effect) {
        return switch (effect) {
            case InvokeAgent _ ->
                    new AgentEvent.AgentFinished(
                            ticket, Option.none(), Spend.millis(1_500), Option.none(), BEGAN);
            case SwitchModel e ->
                    new AgentEvent.ModelSwitched(
                            ticket, e.terminal(), e.agents().head(), Option.none(), "/bin/agent");
            case RunCheck check ->
                    new CheckEvent.CheckPassed(
                            ticket,
                            check.check(),
                            "tree",
                            "tree",
                            Option.none(),
                            Spend.millis(1_500));
            case ForgeEffect forge -> usual(ticket, forge);
            case ChangeEffect change -> SucceedingEnvironment.answer(ticket, change);
            case SpawnChild _ -> new ChildEvent.ChildSpawned(ticket, "child");
            case GitEffect.OpenBranch _ ->
                    new GitEvent.BranchOpened(
                            ticket,
                            Option.of("foldline/greet"),
                            "51c0abcdef",
                            "tree",
                            Vector.empty());
            case GitEffect.ResetTree _ ->
                    new GitEvent.TreeReset(ticket, "head", "tree", Option.none(), Vector.empty());
            case GitEffect.CountCommits _, GitEffect.GatherWork _ ->
                    new GitEvent.TreeInspected(ticket, Option.none(), "tree", "one");
            case GitEffect.MergeBranch _ -> new GitEvent.MergeLanded(ticket, "main", "merge");
            case GitEffect.InspectTree _ ->
                    new GitEvent.TreeInspected(ticket, Option.none(), "tree", "changed");
            case GitEffect.CommitWork _ ->
                    new GitEvent.WorkCommitted(
                            ticket, "9ab123400" + ++commits, "tree", "Greet by name");
            case GitEffect.RebaseBranch _ ->
                    new GitEvent.BranchRebased(ticket, "51c0abcdef", "tree");
            case GitEffect.PrepareMerge _ ->
                    new GitEvent.MergePrepared(
                            ticket,
                            "51c0abcdef",
                            new Candidate("main", "51c0abcdef", "6d3400beef", "tree"));
            case GitEffect.LandMerge _ -> new GitEvent.MergeLanded(ticket, "main", "6d3400beef");
            case GitEffect.ObserveWork _ ->
                    new GitEvent.WorkObserved(
                            ticket,
                            Option.none(),
                            "tree",
                            Vector.empty(),
                            GitEvent.WorkObserved.COMPLETED,
                            Option.none());
            case GitEffect.ReleaseWorktree _ ->
                    new GitEvent.WorktreeReleased(ticket, Vector.empty());
            case GitEffect.SaveWork _ -> new GitEvent.WorkSaved(ticket, Option.none());
        };
    }

    private static Event usual(long ticket, LocalEffect inline) {
        return switch (inline) {
            case FileEffect.CleanArtifacts _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.RenderPrompt _ -> new FileEvent.PromptRendered(ticket, "prompt");
            case FileEffect.CollectArtifact e ->
                    new FileEvent.ArtifactAccepted(
                            ticket,
                            e.artifact(),
                            "text",
                            e.labels().headOption().getOrElse(""),
                            Vector.empty());
            case RunEffect.EnterPhase _ -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.OpenGate e -> new RunEvent.GateOpened(ticket, e.gate());
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile _ -> new RunEvent.NotDone(ticket);
        };
    }
}
