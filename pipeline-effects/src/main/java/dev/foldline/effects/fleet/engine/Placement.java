package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

import java.io.IOException;

/**
 * Places shared runs on hosts, watches that the hosts live, and keeps timers. It learns nothing of
 * a run but its id. Every call may be repeated.
 */
public interface Placement extends Waker {

    /**
     * Wants a run to be driven. A run that is placed already stays where it is.
     *
     * @param labels what its hosts must have
     */
    void submit(String run, Vector<String> labels) throws IOException;

    /**
     * Reports that a host lives.
     *
     * @return the stays that the host has, or is to begin
     */
    Vector<Stay> report(HostReport host) throws IOException;

    /** Returns whether a host may begin a stay: it is the run's last one and no other's. */
    boolean begin(Stay stay, String host) throws IOException;

    /** Reports that the run is not paused any more: who pauses it now wants it to stay so. */
    void reportResumed(Stay stay) throws IOException;

    void leave(StayEnd end) throws IOException;

    /**
     * Reports that a host stops. Its stays continue elsewhere.
     *
     * @param session of its worker
     */
    void close(String host, String session) throws IOException;

    /** Returns the hosts and the runs that wait for one. */
    HostTable hosts() throws IOException;
}
