package dev.foldline.app;

import dev.foldline.app.repository.RunLog;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.RunSeries;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A run in a repository, its log written as a driver writes it, by a world in which all goes well
 * unless told otherwise.
 */
public final class RunFixture {
    public static final Instant START = Instant.parse("2026-11-01T08:00:00Z");

    private final Path repository;
    private final RunDirectory directory;
    private final Instant began;
    private PipelineState state;
    private long seq;
    private Function<ExternalEffect, Optional<Event>> trouble = _ -> Optional.empty();

    private RunFixture(Path repository, RunDirectory directory, RunStarted started)
            throws IOException {
        this.repository = repository;
        this.directory = directory;
        this.began = started.at();
        this.state = Pipeline.start(started);
        write(started, Optional.empty());
    }

    /**
     * A run of {@code ralph} with this many iterations, one review, one check, and a driver that
     * has just begun.
     */
    public static RunFixture begin(Path repository, long seed, int iterations) throws IOException {
        return begin(
                repository, seed, workflow(iterations, Vector.empty(), 60), Pipeline.RULES_VERSION);
    }

    /** The same, of one iteration, as the first run of a series. */
    public static RunFixture ofSeries(Path repository, long seed) throws IOException {
        return begin(
                repository,
                seed,
                workflow(1, Vector.empty(), 60),
                Pipeline.RULES_VERSION,
                Option.of(RunSeries.first(Option.none())));
    }

    public static RunFixture begin(Path repository, long seed, Workflow workflow, int rules)
            throws IOException {
        return begin(repository, seed, workflow, rules, Option.none());
    }

    private static RunFixture begin(
            Path repository, long seed, Workflow workflow, int rules, Option<RunSeries> series)
            throws IOException {
        var id = RunId.draw(new Random(seed));
        var runs = Runs.of(repository.resolve(".git").toRealPath());
        var directory = runs.create(id);
        var started =
                new RunStarted(
                                id.text(),
                                workflow,
                                runs.blobs().put("Add a login"),
                                rules,
                                startTime(seed))
                        .inSeries(series);
        return new RunFixture(repository, directory, started)
                .append(new DriverStarted(1, startTime(seed)));
    }

    /** A run of a higher seed began later. */
    private static Instant startTime(long seed) {
        return START.plusSeconds((seed - 1) * 1000);
    }

    public static Workflow workflow(int iterations, Vector<String> gates, long agentCallsMax) {
        var roles =
                Ralph.ROLES.foldLeft(
                        LinkedHashMap.<String, Vector<String>>empty(),
                        (all, role) -> all.put(role, Vector.of("claude", "codex")));
        var policy =
                Policy.DEFAULT
                        .withRoles(roles)
                        .withChecks(
                                LinkedHashMap.of(
                                        BuiltinWorkflows.CHECKS,
                                        Vector.of(new CommandLine.Shell("make test"))))
                        .withBranching(new Branching.NewBranch("foldline/add-login"))
                        .withBudget(
                                new Budget(
                                        Option.of(agentCallsMax),
                                        Option.of(7_200_000L),
                                        Option.none()));
        var defaults = Ralph.Options.DEFAULT;
        return Ralph.workflow(
                new Ralph.Options(
                        iterations,
                        1,
                        false,
                        gates,
                        defaults.rebasing(),
                        defaults.care(),
                        defaults.fixCare(),
                        false),
                policy);
    }

    public RunDirectory directory() {
        return directory;
    }

    public String id() {
        return directory.id().text();
    }

    public PipelineState state() {
        return state;
    }

    /** From now on, deeds for which it has an event end with that. */
    public RunFixture trouble(Function<ExternalEffect, Optional<Event>> events) {
        trouble = events;
        return this;
    }

    /** From now on every call of an agent fails like this. */
    public RunFixture agentsFail(Fault fault) {
        return trouble(
                effect ->
                        effect instanceof InvokeAgent
                                ? Optional.of(
                                        new AgentFailed(
                                                ticket(),
                                                fault,
                                                Option.none(),
                                                Spend.millis(500),
                                                now()))
                                : Optional.empty());
    }

    public long ticket() {
        return state.header().ticket();
    }

    /** The number of the last event. */
    public long seq() {
        return seq;
    }

    /** Appends an event as the driver would: with the rule it follows at that point. */
    public RunFixture append(Event event) throws IOException {
        return append(event, Pipeline.decide(state).rule());
    }

    /** Appends an event under a rule of our choice. */
    public RunFixture append(Event event, String rule) throws IOException {
        write(event, Optional.of(rule));
        state = Pipeline.reduce(state, event);
        return this;
    }

    /** Goes on calmly until a state is reached, or nothing more can be done. */
    public RunFixture until(Predicate<PipelineState> reached) throws IOException {
        while (!reached.test(state) && calmStep()) {}
        return this;
    }

    public RunFixture toTheEnd() throws IOException {
        return until(_ -> false);
    }

    /** Goes on calmly until a deed of a kind is under way. */
    public RunFixture untilRunning(Class<? extends ExternalEffect> kind) throws IOException {
        return until(each -> each.slots().inFlight().running().exists(kind::isInstance));
    }

    private boolean calmStep() throws IOException {
        var running = state.slots().inFlight().running();
        if (running.isDefined()) {
            append(
                    trouble.apply(running.get())
                            .orElseGet(
                                    () ->
                                            SucceedingEnvironment.answer(
                                                    ticket(), running.get(), now())));
            return true;
        }
        switch (Pipeline.decide(state).effect()) {
            case LocalEffect inline -> append(SucceedingEnvironment.answer(ticket(), inline));
            case ExternalEffect effect -> append(new EffectStarted(ticket(), effect));
            case Wait(_, var until) when until.isDefined() ->
                    append(new WaitElapsed(ticket(), until.get()));
            case Control _ -> {
                return false;
            }
        }
        return true;
    }

    /** Saves a snapshot of the state as it is now. */
    public RunFixture snapshot() throws IOException {
        if (FileEventLog.open(directory.events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _)) {
            try (log) {
                new SnapshotFile(directory.snapshot(), RunLog.SNAPSHOT_STAMP)
                        .save(new Snapshot(log.end(), Wire.toJson(state)));
            }
        }
        return this;
    }

    public Instant now() {
        return state.header().now().plusSeconds(1);
    }

    private void write(Event event, Optional<String> rule) throws IOException {
        if (!(FileEventLog.open(directory.events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new IOException("damaged: " + directory.events());
        try (log) {
            var ticket =
                    event instanceof Event.Answer answer
                            ? OptionalLong.of(answer.ticket())
                            : OptionalLong.empty();
            seq =
                    log.append(
                                    new LogEntry(
                                            began.plusSeconds(seq),
                                            ticket,
                                            rule,
                                            Wire.toJson(event)))
                            .seq();
        }
    }

    public Path repository() {
        return repository;
    }
}
