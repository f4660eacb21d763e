package dev.foldline.core.event;

import dev.foldline.core.effect.Deed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.workflow.Workflow;
import io.vavr.control.Option;
import java.time.Instant;

/** What happened to the run itself. */
public sealed interface RunEvent extends Event {

    /**
     * The first event of every log: all that replay needs besides the events after it.
     *
     * @param given what was known before; none, as in older logs, if the run begins anew
     * @param until the phase before which the run pauses; none, as in older logs, if it does not
     * @param parent the run that started this one; none, as in older logs, if a person did
     */
    record RunStarted(String run, Workflow workflow, String task, int rules, Instant at, Option<Given> given, Option<String> until,
            Option<Parent> parent) implements RunEvent {

        /** Of a run that a person started, which begins anew and pauses nowhere. */
        public RunStarted(String run, Workflow workflow, String task, int rules, Instant at) {
            this(run, workflow, task, rules, at, Option.none(), Option.none(), Option.none());
        }

        public RunStarted knowing(Option<Given> before) { return new RunStarted(run, workflow, task, rules, at, before, until, parent); }

        public RunStarted pausingBefore(Option<String> phase) { return new RunStarted(run, workflow, task, rules, at, given, phase, parent); }

        public RunStarted childOf(Parent starter) { return new RunStarted(run, workflow, task, rules, at, given, until, Option.of(starter)); }
    }

    /** A driver took the run up; {@code epoch} is one more than the last one's. */
    record DriverStarted(long epoch, Instant at) implements RunEvent {}

    /** The intent of a deed, on disk before it begins. */
    record EffectStarted(long ticket, Deed deed) implements RunEvent, Answer {}

    /** A look showed that the deed was never begun: its start is undone. */
    record NotDone(long ticket) implements RunEvent, Answer {}

    /**
     * The deed was ended because somebody asked for it.
     *
     * @param takenBack as of an agent's call that has finished; none, as in older logs, if nobody committed during it
     */
    record EffectCancelled(long ticket, Spend spend, Instant at, Option<String> takenBack) implements RunEvent, Answer {

        /** Of a deed during which nobody committed. */
        public EffectCancelled(long ticket, Spend spend, Instant at) { this(ticket, spend, at, Option.none()); }
    }

    /** The effect could not be carried out. */
    record EffectFailed(long ticket, Fault fault) implements RunEvent, Answer {}

    /** A phase begins. */
    record PhaseEntered(long ticket) implements RunEvent, Answer {}

    /** A person has been asked; the run is held until the gate is resolved, unless it was approved beforehand. */
    record GateOpened(long ticket, Gate gate) implements RunEvent, Answer {}

    /** It is on record that a failure has been passed. */
    record RecoveryRecorded(long ticket) implements RunEvent, Answer {}

    /** The time that was waited for has come. */
    record WaitElapsed(long ticket, Instant at) implements RunEvent, Answer {}
}
