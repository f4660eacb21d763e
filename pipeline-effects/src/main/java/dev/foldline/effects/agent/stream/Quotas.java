package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.AgentSignal.Quota.Standing;

import io.vavr.collection.Vector;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The state of an account's quotas, one for each time window.
 *
 * @param latest the latest state of each window, the last reported one at the end
 */
public record Quotas(Vector<Quota> latest) {
    static final Quotas NONE = new Quotas(Vector.empty());

    private static final int WINDOWS_MAX = 8;

    Quotas plus(Quota reported) {
        return new Quotas(
                latest.filter(each -> !each.window().equals(reported.window()))
                        .append(reported)
                        .takeRight(WINDOWS_MAX));
    }

    /** Returns when all exhausted quotas are reset. */
    Optional<Instant> resetsAt() {
        return latest.toJavaStream()
                .filter(each -> each.standing() == Standing.REJECTED)
                .flatMap(each -> each.resetsAt().stream())
                .max(Comparator.naturalOrder());
    }
}
