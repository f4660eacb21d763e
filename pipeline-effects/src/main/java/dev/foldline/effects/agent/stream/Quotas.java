package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.AgentSignal.Quota.Standing;
import io.vavr.collection.Vector;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * How much of an account's allowances is left. There are several, each for a window of time.
 *
 * @param latest of each window, the one that was told last at the end
 */
public record Quotas(Vector<Quota> latest) {
    static final Quotas NONE = new Quotas(Vector.empty());

    private static final int WINDOWS_MAX = 8;

    Quotas plus(Quota told) { return new Quotas(latest.filter(each -> !each.window().equals(told.window())).append(told).takeRight(WINDOWS_MAX)); }

    /** When all that are used up are there again. */
    Optional<Instant> resetsAt() {
        return latest.toJavaStream().filter(each -> each.standing() == Standing.REJECTED).flatMap(each -> each.resetsAt().stream()).max(Comparator.naturalOrder());
    }
}
