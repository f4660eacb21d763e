package dev.foldline.core.event;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.RunSeries;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** An event of the run itself. */
public sealed interface RunEvent extends Event {

    /**
     * The first event of every log. With the events that follow, it contains everything replay
     * needs.
     *
     * @param given what was known before the start; none, as in older logs, if the run starts from
     *     the beginning
     * @param until the phase before which the run pauses; none, as in older logs, if it does not
     *     pause
     * @param parent the run that started this one; none, as in older logs, if a user started it
     * @param definition the texts of a workflow that a user wrote; none, as in older logs, for
     *     another workflow
     * @param series the position in a series of runs; none, as in older logs, for a single run
     */
    record RunStarted(
            String run,
            Workflow workflow,
            String task,
            int rules,
            Instant at,
            Option<InitialState> given,
            Option<String> until,
            Option<ParentRun> parent,
            Option<DefinitionTexts> definition,
            Option<RunSeries> series)
            implements RunEvent {

        /** A run that a user started, without imported work or a pause. */
        public RunStarted(String run, Workflow workflow, String task, int rules, Instant at) {
            this(
                    run,
                    workflow,
                    task,
                    rules,
                    at,
                    Option.none(),
                    Option.none(),
                    Option.none(),
                    Option.none(),
                    Option.none());
        }

        public RunStarted with(Workflow other) {
            return new RunStarted(
                    run, other, task, rules, at, given, until, parent, definition, series);
        }

        public RunStarted knowing(Option<InitialState> before) {
            return new RunStarted(
                    run, workflow, task, rules, at, before, until, parent, definition, series);
        }

        public RunStarted pausingBefore(Option<String> phase) {
            return new RunStarted(
                    run, workflow, task, rules, at, given, phase, parent, definition, series);
        }

        public RunStarted childOf(ParentRun starter) {
            return new RunStarted(
                    run,
                    workflow,
                    task,
                    rules,
                    at,
                    given,
                    until,
                    Option.of(starter),
                    definition,
                    series);
        }

        public RunStarted defining(Option<DefinitionTexts> texts) {
            return new RunStarted(
                    run, workflow, task, rules, at, given, until, parent, texts, series);
        }

        public RunStarted inSeries(Option<RunSeries> position) {
            return new RunStarted(
                    run, workflow, task, rules, at, given, until, parent, definition, position);
        }
    }

    /** A driver attached to the run. {@code epoch} is one more than that of the last driver. */
    record DriverStarted(long epoch, Instant at) implements RunEvent {}

    /**
     * An agent is about to be called, and the repository snapshot is taken. A later comparison
     * finds changes the agent was not allowed to make.
     *
     * @param seen hash of the snapshot
     * @param settings hash of git's configuration and hooks
     */
    record CallGuarded(long ticket, String seen, String settings) implements RunEvent {}

    /** The intent of an external effect, logged before the effect starts. */
    record EffectStarted(long ticket, ExternalEffect effect) implements RunEvent, Answer {}

    /** The reconciler found that the effect was never started. The start is undone. */
    record NotDone(long ticket) implements RunEvent, Answer {}

    /**
     * The effect was cancelled on request.
     *
     * @param reverted as in {@link AgentEvent.AgentFinished}; none, as in older logs, if no commit
     *     was made
     * @param notes as in {@link AgentEvent.AgentFinished}
     */
    record EffectCancelled(
            long ticket, Spend spend, Instant at, Option<String> reverted, Vector<String> notes)
            implements RunEvent, Answer {

        /** A cancelled effect without commits. */
        public EffectCancelled(long ticket, Spend spend, Instant at) {
            this(ticket, spend, at, Option.none(), Vector.empty());
        }
    }

    /**
     * The effect could not be carried out.
     *
     * @param fingerprint for a rejected commit: equal for rejections that differ only in times,
     *     paths and the like; none in older logs
     */
    record EffectFailed(long ticket, Fault fault, Option<String> fingerprint)
            implements RunEvent, Answer {

        /** A failure without a fingerprint, which equals no other. */
        public EffectFailed(long ticket, Fault fault) {
            this(ticket, fault, Option.none());
        }
    }

    /**
     * A phase starts.
     *
     * @param at the time; an agent whose limit has ended is preferred again; none, as in older
     *     logs, if it is unknown
     */
    record PhaseEntered(long ticket, Option<Instant> at) implements RunEvent, Answer {

        /** A phase that follows the last event at once. */
        public PhaseEntered(long ticket) {
            this(ticket, Option.none());
        }
    }

    /**
     * A gate opened. The run is held until the gate is resolved, unless it was approved in advance.
     */
    record GateOpened(long ticket, Gate gate) implements RunEvent, Answer {}

    /** A successful recovery is recorded. */
    record RecoveryRecorded(long ticket) implements RunEvent, Answer {}

    /** The awaited time has come. */
    record WaitElapsed(long ticket, Instant at) implements RunEvent, Answer {}
}
