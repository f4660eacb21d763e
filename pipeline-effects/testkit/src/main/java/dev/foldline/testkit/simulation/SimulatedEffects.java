package dev.foldline.testkit.simulation;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.ForgeEvent.BranchPushed;
import dev.foldline.core.event.ForgeEvent.BranchUpdated;
import dev.foldline.core.event.ForgeEvent.Conflict;
import dev.foldline.core.event.ForgeEvent.MergeRefused;
import dev.foldline.core.event.ForgeEvent.RepliesPosted;
import dev.foldline.core.event.ForgeEvent.RepliesRefused;
import dev.foldline.core.event.ForgeEvent.RequestMerged;
import dev.foldline.core.event.ForgeEvent.RequestOpened;
import dev.foldline.core.event.ForgeEvent.RequestReady;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.testkit.script.AgentPlay;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.script.CheckPlay;
import dev.foldline.testkit.script.Plays;
import dev.foldline.testkit.script.ReplayedOutcome;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Applies effects to the simulated environment, and reconciles them. */
final class SimulatedEffects {
    /** How many merges of the base conflict, in percent. */
    private static final int CONFLICTS = 40;

    /** How many different texts an agent that asks has. */
    private static final int WORDS = 6;

    private final SimulationContext world;
    private final FakeRepository repository;
    private final SimulatedExchange exchange;
    private final FakeChildren children;
    private final Map<Long, Event> results = new HashMap<>();
    private final Set<Long> started = new HashSet<>();

    SimulatedEffects(
            SimulationContext world,
            FakeRepository repository,
            SimulatedExchange exchange,
            FakeChildren children) {
        this.world = world;
        this.repository = repository;
        this.exchange = exchange;
        this.children = children;
    }

    /** Starts an effect, with the traces it leaves if it dies now. */
    void begin(long ticket, ExternalEffect effect) {
        started.add(ticket);
        if (effect instanceof InvokeAgent call) repository.write(play(call).files());
    }

    Duration lasts(ExternalEffect effect) {
        return switch (effect) {
            case InvokeAgent call -> play(call).lasts();
            case SwitchModel _ -> Duration.ofSeconds(1);
            case RunCheck _, ChangeEffect.TryTests _ -> Duration.ofSeconds(20);
            case GitEffect _ -> Duration.ofSeconds(1);
            case ForgeEffect _, SpawnChild _, ChangeEffect _ -> Duration.ofSeconds(1);
        };
    }

    /** Completes an effect at this time. */
    Event perform(long ticket, ExternalEffect effect, Instant at) {
        var event =
                before(effect)
                        .map(each -> repeated(ticket, effect, each))
                        .getOrElse(() -> happens(ticket, effect, at));
        results.put(ticket, event);
        return event;
    }

    private Event happens(long ticket, ExternalEffect deed, Instant at) {
        return switch (deed) {
            case InvokeAgent call -> called(ticket, call, at);
            case SwitchModel e -> switched(ticket, e);
            case RunCheck check -> checked(ticket, check);
            case GitEffect effect -> git().perform(ticket, effect, fate(effect));
            case ChangeEffect effect ->
                    new SimulatedChange(world, repository).perform(ticket, effect, fate(effect));
            case ForgeEffect.PushBranch _ -> new BranchPushed(ticket, repository.head());
            case ForgeEffect.UpdateBranch e -> updated(ticket, e);
            case ForgeEffect.OpenRequest _ ->
                    new RequestOpened(ticket, new Link(1, "https://forge.invalid/1"));
            case ForgeEffect.MarkReady _ -> new RequestReady(ticket);
            case ForgeEffect.MergeRequest e ->
                    fate(e).fork("merge").chance(50)
                            ? new RequestMerged(ticket)
                            : new MergeRefused(ticket, "a review is missing", at);
            case ForgeEffect.ReplyToRemarks e ->
                    fate(e).fork("reply").chance(50)
                            ? new RepliesPosted(ticket)
                            : new RepliesRefused(ticket, "a comment is pending");
            case SpawnChild spawn ->
                    spawned(ticket, spawn, children.spawn(ticket, spawn, fate(spawn)));
        };
    }

    private Event updated(long ticket, ForgeEffect.UpdateBranch effect) {
        repository.rebase(ticket);
        return new BranchUpdated(
                ticket,
                repository.head(),
                repository.tree(),
                Option.when(
                        fate(effect).fork("conflict").chance(CONFLICTS),
                        () -> new Conflict("main", Vector.of("work/both.txt"), "conflict")));
    }

    private static Event spawned(long ticket, SpawnChild spawn, String child) {
        return new ChildSpawned(
                ticket,
                child,
                Option.when(spawn.item().branch().isEmpty(), () -> "branch-" + child));
    }

    private Option<Event> before(ExternalEffect effect) {
        return world.script().precedents().of(effect, world.answers());
    }

    private Event repeated(long ticket, ExternalEffect effect, Event before) {
        var event = ReplayedOutcome.to(ticket, before);
        repository.repeat(ticket, effect, event);
        return event;
    }

    /**
     * Returns the traces of an effect. A commit or a ref is found by its ticket, a session by its
     * id; a check leaves none.
     */
    Event observe(long ticket, ExternalEffect effect, Instant at) {
        return switch (effect) {
            case InvokeAgent _ ->
                    results.containsKey(ticket)
                            ? results.get(ticket)
                            : started.contains(ticket)
                                    ? new AgentFailed(
                                            ticket,
                                            AnsweredCalls.LOST,
                                            Option.none(),
                                            Spend.NOTHING,
                                            at)
                                    : new NotDone(ticket);
            case SwitchModel _ -> new NotDone(ticket);
            case RunCheck _ ->
                    started.contains(ticket)
                            ? new EffectFailed(ticket, AnsweredCalls.LOST)
                            : new NotDone(ticket);
            case SpawnChild spawn ->
                    children.of(ticket)
                            .map(child -> spawned(ticket, spawn, child))
                            .getOrElse(new NotDone(ticket));
            case CommitWork _ -> traced(ticket, repository.commitOf(ticket));
            case GitEffect.RebaseBranch _ -> traced(ticket, repository.rebaseOf(ticket));
            case GitEffect.PrepareMerge e ->
                    traced(
                            ticket,
                            SimulatedGit.isMarked(e)
                                    ? repository.rebaseOf(ticket)
                                    : repository.mergeOf(ticket));
            case GitEffect.LandMerge e ->
                    repository.hasLanded(e.candidate())
                            ? git().landed(ticket, e)
                            : new NotDone(ticket);
            case GitEffect.SaveWork _ -> traced(ticket, repository.savedOf(ticket));
            case GitEffect.OpenBranch _, GitEffect.ReleaseWorktree _ ->
                    repository.hasTreeOf(ticket) ? eventOf(ticket) : new NotDone(ticket);
            case GitEffect.ObserveWork _,
                    GitEffect.InspectTree _,
                    GitEffect.CountCommits _,
                    GitEffect.ResetTree _,
                    GitEffect.GatherWork _,
                    ChangeEffect _ ->
                    new NotDone(ticket);
            case GitEffect.MergeBranch _, ForgeEffect _ -> eventOf(ticket);
        };
    }

    private Event traced(long ticket, Option<?> trace) {
        return trace.isDefined() ? eventOf(ticket) : new NotDone(ticket);
    }

    private Event eventOf(long ticket) {
        return Option.of(results.get(ticket)).getOrElse(new NotDone(ticket));
    }

    /** Returns the id of this effect's conversation, if there is one. */
    Option<String> session(ExternalEffect effect) {
        if (before(effect).isDefined()) return before(effect).flatMap(SimulatedEffects::sessionOf);
        return effect instanceof InvokeAgent
                ? Option.of(
                        "session-"
                                + SeededRandom.hash(
                                        "",
                                        AnsweredCalls.key(effect),
                                        world.answers().of(AnsweredCalls.key(effect))))
                : Option.none();
    }

    private static Option<String> sessionOf(Event reported) {
        if (reported instanceof AgentFinished finished) return finished.session();
        return reported instanceof AgentFailed failed ? failed.session() : Option.none();
    }

    private AgentPlay play(InvokeAgent call) {
        var fate = fate(call);
        var lasts = Duration.ofSeconds(fate.fork("lasts").between(1, 600));
        boolean edits =
                exchange.asksForWorkOnly(call.prompt())
                        ? !world.strikes(Trouble.AGENT_IDLE, fate)
                        : world.strikes(Trouble.AGENT_MEDDLES, fate);
        return world.script()
                .agent(call.role(), world.answers().ofRole(call.role()))
                .getOrElse(
                        () ->
                                edits
                                        ? Plays.edits(
                                                        "work/" + call.role() + ".txt",
                                                        SeededRandom.hash(
                                                                "",
                                                                AnsweredCalls.key(call),
                                                                fate.fork("text").next()))
                                                .taking(lasts)
                                        : AgentPlay.NOTHING.taking(lasts));
    }

    private Event called(long ticket, InvokeAgent call, Instant at) {
        var fate = fate(call);
        var play = play(call);
        var spend = new Spend(play.lasts().toMillis(), Option.of(1_000L), Option.none());
        var fault =
                play.fault()
                        .orElse(
                                world.script().agents().containsKey(call.role())
                                        ? Option.none()
                                        : fault(fate, at));
        exchange.handIn(call.prompt(), play, fate);
        return fault.isDefined()
                ? new AgentFailed(ticket, fault.get(), session(call), spend, at)
                : new AgentFinished(
                        ticket,
                        session(call),
                        spend,
                        Option.none(),
                        at,
                        Option.none(),
                        Vector.empty(),
                        lastWords(call, play),
                        questions(call));
    }

    private Option<String> lastWords(InvokeAgent call, AgentPlay play) {
        return Option.when(
                play.files().isEmpty() && exchange.asksForWorkOnly(call.prompt()),
                () -> "I am not sure, " + fate(call).fork("words").below(WORDS));
    }

    /** A question is sometimes the same as an earlier one. */
    private Vector<Question> questions(InvokeAgent call) {
        if (world.script().agents().containsKey(call.role())
                || !world.strikes(Trouble.AGENT_ASKS, fate(call))) return Vector.empty();
        var asking = fate(call).fork("question");
        return Vector.range(0, asking.fork("number").between(1, 2))
                .map(
                        n ->
                                new Question(
                                        "Which one, " + asking.fork(n).below(WORDS) + "?",
                                        Vector.of("this", "that"),
                                        Option.when(
                                                asking.fork("recommends").fork(n).chance(50),
                                                "that"),
                                        Option.none()));
    }

    private Event switched(long ticket, SwitchModel effect) {
        return world.strikes(Trouble.AGENT_FAILS, fate(effect))
                ? new EffectFailed(
                        ticket, Fault.of(Fault.Kind.AGENT_SETUP, "there is no such program"))
                : new ModelSwitched(
                        ticket,
                        effect.terminal(),
                        effect.agents().headOption().getOrElse(""),
                        Option.none(),
                        "/bin/agent");
    }

    private Option<Fault> fault(SeededRandom fate, Instant at) {
        if (world.strikes(Trouble.AGENT_LIMITED, fate)) {
            var kind =
                    fate.fork("limit")
                            .pick(Fault.Kind.RATE_LIMIT, Fault.Kind.OVERLOADED, Fault.Kind.NETWORK);
            var limited = Fault.of(kind, "come back later");
            return Option.of(
                    fate.fork("announced").chance(50)
                            ? limited.until(at.plusSeconds(fate.fork("until").between(-10, 900)))
                            : limited);
        }
        return world.strikes(Trouble.AGENT_FAILS, fate)
                ? Option.of(
                        Fault.of(fate.fork("kind").pick(world.mood().faults()), "it did not work"))
                : Option.none();
    }

    private Event checked(long ticket, RunCheck check) {
        var fate = fate(check);
        if (world.strikes(Trouble.CHECK_BREAKS, fate))
            return new EffectFailed(
                    ticket, Fault.of(Fault.Kind.CHECK_BROKEN, "the check cannot be started"));
        var play = world.script().check(check.check(), world.answers().ofCheck(check.check()));
        var before = repository.tree();
        var passes =
                play.map(
                                each ->
                                        each.verdict().test(repository.files())
                                                == (check.expectation() == Expectation.PASS))
                        .getOrElse(() -> !world.strikes(Trouble.CHECK_FAILS, fate));
        var summary = play.map(CheckPlay::summary).getOrElse("it failed");
        if (!passes)
            return new CheckFailed(
                    ticket,
                    check.check(),
                    before,
                    summary,
                    Option.none(),
                    Spend.NOTHING,
                    Option.of(summary),
                    Option.none(),
                    Option.none());
        if (world.strikes(Trouble.CHECK_REWRITES, fate))
            repository.write(
                    Map.of("work/made.txt", SeededRandom.hash("", fate.fork("text").next())));
        return new CheckPassed(
                ticket, check.check(), before, repository.tree(), Option.none(), Spend.NOTHING);
    }

    private SeededRandom fate(ExternalEffect effect) {
        return world.luck()
                .fork(
                        "deed",
                        AnsweredCalls.key(effect),
                        world.answers().of(AnsweredCalls.key(effect)));
    }

    private SimulatedGit git() {
        return new SimulatedGit(world, repository);
    }
}
