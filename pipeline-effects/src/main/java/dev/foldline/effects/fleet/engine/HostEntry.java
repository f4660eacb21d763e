package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

/**
 * A host of a fleet.
 *
 * @param report its last sign of life
 * @param stays what it drives, or is to begin
 */
public record HostEntry(HostReport report, Vector<Stay> stays) {

    boolean isFree() {
        return stays.size() < report.slots();
    }

    boolean suits(PlaceRequest request) {
        return isFree() && request.labels().forAll(report.labels()::contains);
    }

    boolean is(String host, String session) {
        return report.host().equals(host) && report.session().equals(session);
    }

    HostEntry with(Stay stay) {
        return new HostEntry(report, stays.append(stay));
    }

    /** Returns the host without a stay of a run, or any earlier one of it. */
    HostEntry without(String run, long number) {
        return new HostEntry(
                report, stays.reject(stay -> stay.run().equals(run) && stay.number() <= number));
    }
}
