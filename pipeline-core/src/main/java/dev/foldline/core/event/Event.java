package dev.foldline.core.event;

/**
 * Something that happened. Every event names what it answers: a ticket, or its number among the
 * external inputs. Any other event is late and changes nothing.
 */
public sealed interface Event
        permits RunEvent,
                AgentEvent,
                FileEvent,
                CheckEvent,
                GitEvent,
                ForgeEvent,
                ChildEvent,
                ChangeEvent,
                InputEvent {

    /** An event that answers the effect with this ticket. */
    sealed interface Answer
            permits RunEvent.EffectStarted,
                    RunEvent.NotDone,
                    RunEvent.EffectCancelled,
                    RunEvent.EffectFailed,
                    RunEvent.PhaseEntered,
                    RunEvent.GateOpened,
                    RunEvent.RecoveryRecorded,
                    RunEvent.WaitElapsed,
                    AgentEvent,
                    FileEvent,
                    CheckEvent,
                    GitEvent,
                    ForgeEvent,
                    ChildEvent,
                    ChangeEvent {
        long ticket();
    }
}
