package dev.foldline.testkit.incident;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.testkit.crash.RecordedRun;
import dev.foldline.testkit.incident.IncidentReplay.Verdict;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded run up to a decision that should have been another one. It is replayed against a
 * workflow value in a simulated environment: agents, checks and users give the recorded answers.
 *
 * <pre>
 *   assertEquals(Optional.empty(), Incident.read(MyTest.class, "incident.jsonl").problem(workflow));
 * </pre>
 *
 * The decision is the one that led to the last event. If the last event is an answer or an input,
 * it is the decision that follows.
 */
public final class Incident {
    private final List<Event> events;
    private final RunStarted first;
    private final DecisionPoint decision;

    private Incident(List<Event> events, RunStarted first, DecisionPoint decision) {
        this.events = events;
        this.first = first;
        this.decision = decision;
    }

    /**
     * @param events a log from the start of the run to the incident
     * @throws IllegalArgumentException if the log has no start, or nothing else
     */
    public static Incident of(List<Event> events) {
        if (events.size() < 2 || !(events.getFirst() instanceof RunStarted first))
            throw new IllegalArgumentException("an incident is an event after the run's start");
        return new Incident(List.copyOf(events), first, decision(events, first));
    }

    private static DecisionPoint decision(List<Event> events, RunStarted first) {
        var last = events.getLast();
        var before = Pipeline.start(first);
        for (Event event : events.subList(1, events.size() - 1))
            before = Pipeline.reduce(before, event);
        return isDecided(before, last)
                ? DecisionPoint.of(
                        Pipeline.decide(before).effect(),
                        RecordedRun.answers(events.subList(0, events.size() - 1)).counts())
                : DecisionPoint.of(
                        Pipeline.reduce(before, last), RecordedRun.answers(events).counts());
    }

    /** Returns whether an event is the start of an effect, or the end of one that takes no time. */
    private static boolean isDecided(PipelineState before, Event event) {
        return event instanceof EffectStarted || event instanceof Event.Answer && before.isFree();
    }

    /**
     * Reads a log beside a class.
     *
     * @throws UncheckedIOException if there is none, or it is damaged
     */
    public static Incident read(Class<?> beside, String name) {
        try (var in = beside.getResourceAsStream(name)) {
            if (in == null)
                throw new IOException("there is no resource " + name + " beside " + beside);
            return parse(in.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Reads a log.
     *
     * @throws IOException if it is damaged
     */
    public static Incident parse(byte[] log) throws IOException {
        return of(events(log));
    }

    private static List<Event> events(byte[] log) throws IOException {
        var events = new ArrayList<Event>();
        try (var reader = LogReader.of(log)) {
            while (reader.next() instanceof ReadResult.Line(var line))
                events.add(
                        line.event(
                                (bytes, from, length) ->
                                        Wire.event(line.version(), bytes, from, length)));
            if (reader.next() instanceof ReadResult.Damaged(var damage))
                throw new IOException("line " + damage.line() + ": " + damage.message());
            return events;
        } catch (WireFault unknown) {
            throw new IOException(unknown);
        }
    }

    /** Returns what the run decided. */
    public String decision() {
        return decision.toString();
    }

    /** Replays the incident against the workflow that the run had. */
    public IncidentReplay replay() {
        return replay(first.workflow());
    }

    /**
     * Replays the incident against a workflow. Agents of roles that the workflow does not name, and
     * the branch, are those of the run.
     */
    public IncidentReplay replay(Workflow workflow) {
        var policy = workflow.policy();
        var recorded = first.workflow().policy();
        var staffed =
                workflow.with(
                        policy.withRoles(policy.roles().merge(recorded.roles()))
                                .withBranching(recorded.branching()));
        var alignment = new StepAlignment(first.workflow(), staffed);
        var result =
                Simulation.of(first)
                        .workflow(staffed)
                        .happened(alignment.of(RecordedRun.precedents(events)))
                        .timeless()
                        .run();
        return judged(result, alignment.of(decision));
    }

    /** Returns what is wrong with a workflow; nothing if it makes another decision. */
    public Optional<String> problem(Workflow workflow) {
        var replay = replay(workflow);
        return replay.verdict() == Verdict.AVOIDED
                ? Optional.empty()
                : Optional.of(replay.explanation());
    }

    private static IncidentReplay judged(SimulationResult result, DecisionPoint wanted) {
        var answers = new AnsweredCalls();
        for (var step : result.moments()) {
            if (wanted.isSame(DecisionPoint.of(step.decision().effect(), answers.counts())))
                return repeated(wanted);
            answers.note(step.event());
        }
        if (wanted.isSame(DecisionPoint.of(result.state(), answers.counts())))
            return repeated(wanted);
        int missing = missing(wanted, answers.counts());
        return result.outcome().filter(Outcome.COMPLETED::equals).isPresent() && missing > 0
                ? new IncidentReplay(
                        Verdict.INCOMPARABLE,
                        "the run completes without "
                                + missing
                                + " of the "
                                + wanted.answered()
                                + " recorded answers, so the recording does not fit this workflow")
                : new IncidentReplay(
                        Verdict.AVOIDED, "the workflow does not decide again: " + wanted);
    }

    private static IncidentReplay repeated(DecisionPoint decision) {
        return new IncidentReplay(
                Verdict.REPEATED,
                "after the same "
                        + decision.answered()
                        + " answers, the workflow decides again: "
                        + decision);
    }

    private static int missing(DecisionPoint wanted, Map<String, Integer> answers) {
        return wanted.answers().entrySet().stream()
                .filter(each -> StepAlignment.isPlace(each.getKey()))
                .mapToInt(
                        each ->
                                Math.max(
                                        0,
                                        each.getValue() - answers.getOrDefault(each.getKey(), 0)))
                .sum();
    }
}
