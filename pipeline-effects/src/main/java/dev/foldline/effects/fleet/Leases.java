package dev.foldline.effects.fleet;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** The leases of all shared runs. Only one of several clones that take the same lease gets it. */
public interface Leases {

    /** Returns the leases of all shared runs, ordered by run. */
    Vector<LeaseEntry> list() throws IOException;

    Option<LeaseEntry> find(String run) throws IOException;

    /** Writes a lease as a local object, so that its name is known before it is published. */
    LeaseEntry prepare(RunLease lease) throws IOException;

    /**
     * Replaces a lease.
     *
     * @param before the object that the lease must be now; none if there must be no lease
     */
    PushResult move(Option<String> before, LeaseEntry next) throws IOException;
}
