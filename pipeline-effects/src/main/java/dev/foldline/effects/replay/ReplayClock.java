package dev.foldline.effects.replay;

import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that shows the recorded time of the outcome that is replayed. */
final class ReplayClock extends Clock {
    private final ZoneId zone;
    private volatile Instant now = Instant.EPOCH;

    ReplayClock(ZoneId zone) {
        this.zone = zone;
    }

    void set(Event outcome) {
        now =
                switch (outcome) {
                    case AgentFinished done -> done.at();
                    case AgentFailed failed -> failed.at();
                    case EffectCancelled cancelled -> cancelled.at();
                    case Event _ -> now;
                };
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new ReplayClock(other);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
