package dev.foldline.effects.fleet;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The result of a publication. In each case but the first, nothing was published. */
public sealed interface PushResult {

    record Accepted() implements PushResult {}

    /**
     * Another clone has taken the lease.
     *
     * @param holder its lease; none if the lease was deleted
     */
    record Fenced(Option<RunLease> holder) implements PushResult {}

    /** The shared repository gave no answer, or could not take the push now. */
    record Unreachable(String why) implements PushResult {}

    /** The shared repository answered and declined the push, a hook of its own for example. */
    record Declined(String why) implements PushResult {}

    /**
     * Objects contain secrets.
     *
     * @param paths where
     */
    record Secrets(Vector<String> paths) implements PushResult {}
}
