package dev.foldline.effects.fleet;

/**
 * A lease and the git object that contains it. The object's name is what a push compares.
 *
 * @param object the full name of a commit
 */
public record LeaseEntry(RunLease lease, String object) {

    /** Returns whether a lease that was found later is still one of the same holder. */
    boolean isRenewedBy(LeaseEntry later) {
        return later.lease().epoch() == lease.epoch();
    }
}
