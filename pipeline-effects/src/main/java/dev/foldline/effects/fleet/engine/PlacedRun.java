package dev.foldline.effects.fleet.engine;

import dev.foldline.effects.fleet.engine.Stay.Manner;

import io.vavr.collection.Vector;

/**
 * Where a run is, for the engine. Only the last stay of a run may begin, and only once; what is
 * received of an earlier one changes nothing.
 *
 * @param id the run's id
 * @param stay the number of the last stay; 0 before the first
 * @param host the one that has the run, or had it last; empty if none had it
 * @param labels what its hosts must have
 * @param manner of the last stay; of the next one while the run waits for its time
 * @param failures stays in a row that were lost or failed
 * @param reason why it is parked, for display
 */
public record PlacedRun(
        String id,
        Status status,
        long stay,
        String host,
        Vector<String> labels,
        Manner manner,
        long failures,
        String reason) {
    /** After this many stays in a row that were lost or failed, the run waits for the user. */
    static final long FAILURES_MAX = 20;

    private static final long FIRST_PAUSE_MILLIS = 1000;
    private static final int DOUBLINGS_MAX = 6;

    /** Whether the run needs a host or has one. */
    public enum Status {
        /** It waits for the user, or for a time. */
        PARKED,
        /** A host is to begin its stay. */
        PLACING,
        /** A host has started its stay. */
        DRIVEN,
        ENDED
    }

    /** Returns a run that the engine does not know yet. */
    public static PlacedRun unknown(String id) {
        return new PlacedRun(id, Status.PARKED, 0, "", Vector.empty(), Manner.CONTINUE, 0, "");
    }

    /** Receives a message. It may arrive late, but not twice. */
    public PlacementStep<PlacedRun> receive(Message.ToRun message) {
        return switch (message) {
            case Message.Submit(var wanted) ->
                    isPlaced() ? PlacementStep.of(this) : resubmit(wanted).place(Manner.RESUME);
            case Message.Wake() ->
                    status == Status.PARKED && stay > 0 && failures == 0
                            ? place(Manner.CONTINUE)
                            : PlacementStep.of(this);
            case Message.Begin(var wanted, var by) -> begin(wanted, by);
            case Message.Resumed(var number) ->
                    PlacementStep.of(isLast(number) ? withManner(Manner.CONTINUE) : this);
            case Message.Leave(var end) ->
                    isLast(end.stay().number()) ? leave(end) : PlacementStep.of(this);
            case Message.Lose(var number) -> isLast(number) ? lose() : PlacementStep.of(this);
            case Message.Due(var number) ->
                    status == Status.PARKED && number == stay
                            ? place(manner)
                            : PlacementStep.of(this);
        };
    }

    private boolean isPlaced() {
        return status == Status.PLACING || status == Status.DRIVEN;
    }

    private boolean isLast(long number) {
        return isPlaced() && number == stay;
    }

    private PlacedRun resubmit(Vector<String> wanted) {
        return new PlacedRun(id, status, stay, host, wanted, manner, 0, "");
    }

    private PlacedRun as(Status next, String why) {
        return new PlacedRun(id, next, stay, host, labels, manner, failures, why);
    }

    private PlacedRun withFailures(long count) {
        return new PlacedRun(id, status, stay, host, labels, manner, count, reason);
    }

    private PlacedRun withManner(Manner next) {
        return new PlacedRun(id, status, stay, host, labels, next, failures, reason);
    }

    private PlacementStep<PlacedRun> place(Manner how) {
        var next = new PlacedRun(id, Status.PLACING, stay + 1, host, labels, how, failures, "");
        var request = new PlaceRequest(new Stay(id, next.stay, how), labels, host);
        return PlacementStep.of(next)
                .with(Vector.of(new PlacementStep.ToHosts(new Message.Place(request), 0)));
    }

    private PlacementStep<PlacedRun> begin(Stay wanted, String by) {
        var isOurs = wanted.number() == stay;
        var may =
                isOurs && (status == Status.PLACING || status == Status.DRIVEN && host.equals(by));
        return may
                ? PlacementStep.of(
                                new PlacedRun(
                                        id, Status.DRIVEN, stay, by, labels, manner, failures, ""))
                        .withReply("true")
                : PlacementStep.of(this).withReply("false");
    }

    private PlacementStep<PlacedRun> leave(StayEnd end) {
        var calm = withFailures(0).withManner(Manner.CONTINUE);
        var next =
                switch (end.kind()) {
                    case ENDED -> PlacementStep.of(calm.as(Status.ENDED, end.reason()));
                    case PARKED -> PlacementStep.of(calm.as(Status.PARKED, end.reason()));
                    case LIMITED ->
                            PlacementStep.of(calm.as(Status.PARKED, end.reason()))
                                    .with(due(end.waitMillis()));
                    case MOVED -> calm.place(Manner.CONTINUE);
                    case FAILED -> fail(end.reason());
                };
        return next.with(
                Vector.of(
                        new PlacementStep.ToHosts(
                                new Message.Release(id, end.stay().number()), 0)));
    }

    private long pause() {
        return FIRST_PAUSE_MILLIS << Math.min(failures, DOUBLINGS_MAX);
    }

    private Vector<PlacementStep.Send> due(long millis) {
        return Vector.of(new PlacementStep.ToRun(id, new Message.Due(stay), millis));
    }

    /** The lost host may have the run's lease until it expires. */
    private PlacementStep<PlacedRun> lose() {
        var next = withFailures(failures + 1);
        return next.isGivenUp()
                ? PlacementStep.of(next.as(Status.PARKED, "its hosts were lost"))
                : next.place(manner.afterLoss());
    }

    private PlacementStep<PlacedRun> fail(String why) {
        var next = withFailures(failures + 1).withManner(manner.afterFailure());
        var parked = PlacementStep.of(next.as(Status.PARKED, why));
        return next.isGivenUp() ? parked : parked.with(due(pause()));
    }

    private boolean isGivenUp() {
        return failures >= FAILURES_MAX;
    }
}
