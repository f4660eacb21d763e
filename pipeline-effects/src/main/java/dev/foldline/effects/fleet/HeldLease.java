package dev.foldline.effects.fleet;

import dev.foldline.effects.fleet.ShareRecord.Stage;
import dev.foldline.effects.fleet.SharingStopped.Reason;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Clock;
import java.util.UUID;

/**
 * A lease that this clone holds. Before each push it is written down which lease may be in force
 * after it. A push without an answer is repeated as it was.
 */
public final class HeldLease {
    /** A driver renews its lease far less often than it takes to take it. */
    private static final int RENEWALS_MAX = 10;

    private final SharedRepository shared;
    private final RunDirectory run;
    private final Clock clock;
    private ShareRecord record;
    private volatile LeaseEntry entry;
    private volatile Option<PublishedRun> published;
    private Option<Attempt> pending = Option.none();

    /** A push: the lease that follows, and what is published with it. */
    private record Attempt(
            LeaseEntry next, Option<RunCapture> capture, Option<PublishedRun> objects) {}

    private HeldLease(
            SharedRepository shared,
            RunDirectory run,
            Clock clock,
            ShareRecord record,
            LeaseEntry entry,
            Option<PublishedRun> published) {
        this.shared = shared;
        this.run = run;
        this.clock = clock;
        this.record = record;
        this.entry = entry;
        this.published = published;
    }

    /**
     * Takes the lease of a run whose log is here and complete, because this clone held it last.
     *
     * @param holder the name of this clone, for display
     * @throws SharingStopped if another clone has taken the run, or cannot be asked
     */
    public static HeldLease again(
            SharedRepository shared, RunDirectory run, String holder, Clock clock)
            throws IOException {
        var record = ShareRecord.of(run).get();
        var now = checked(shared, run, record);
        var driven = record.toDriven();
        if (record.stage() == Stage.DRIVEN || now.isEmpty())
            return taken(shared, run, driven, now, holder, clock);
        driven.write(run);
        return new HeldLease(
                shared, run, clock, driven, now.get(), shared.published(run.id().text()));
    }

    /**
     * Checks that no other clone has taken a run.
     *
     * @throws SharingStopped if another clone has, or it cannot be found out
     */
    public static void check(SharedRepository shared, RunDirectory run, ShareRecord record)
            throws IOException {
        checked(shared, run, record);
    }

    private static Option<LeaseEntry> checked(
            SharedRepository shared, RunDirectory run, ShareRecord record) throws IOException {
        var now = found(shared, run, record);
        if (record.stage() == Stage.FETCHING || now.exists(held -> !record.isLast(held)))
            throw fenced(run, now.map(LeaseEntry::lease));
        return now;
    }

    private static Option<LeaseEntry> found(
            SharedRepository shared, RunDirectory run, ShareRecord record) throws IOException {
        try {
            return shared.find(run.id().text());
        } catch (GitFault silent) {
            if (silent.kind() == GitFault.Kind.INTERRUPTED) throw silent;
            throw unreachable(record, String.valueOf(silent.getMessage()));
        }
    }

    /**
     * Takes the lease of a run, regardless of its holder.
     *
     * @param record where the run is shared
     * @param before the lease that was found
     * @throws SharingStopped if another clone was faster
     */
    public static HeldLease taken(
            SharedRepository shared,
            RunDirectory run,
            ShareRecord record,
            Option<LeaseEntry> before,
            String holder,
            Clock clock)
            throws IOException {
        var at = clock.instant();
        var lease =
                before.map(LeaseEntry::lease)
                        .getOrElse(
                                () ->
                                        new RunLease(
                                                run.id().text(), holder, 0, at, at, 0, "", "", ""))
                        .taken(holder, at, record.lease(), nonce());
        var next = shared.prepare(lease);
        var noted = record.holding(record.leases().append(next.object()));
        noted.write(run);
        switch (moved(shared, before.map(LeaseEntry::object), next)) {
            case PushResult.Accepted _ -> {}
            case PushResult.Fenced(var other) -> throw fenced(run, other);
            case PushResult.Unreachable(var why) -> throw unreachable(record, why);
            case PushResult.Declined(var why) -> throw declined(record, why);
            case PushResult.Secrets(var paths) -> throw secrets(paths);
        }
        var held =
                new HeldLease(
                        shared,
                        run,
                        clock,
                        record.holding(Vector.of(next.object())),
                        next,
                        shared.published(run.id().text()));
        held.record.write(run);
        return held;
    }

    /**
     * Takes the lease of a run from its driver, which may go on meanwhile: it renews its lease
     * until it has heard of this one.
     *
     * @param record where the run is shared
     * @param found the lease that was found
     * @throws SharingStopped if a third clone was faster
     */
    public static HeldLease takenOver(
            SharedRepository shared,
            RunDirectory run,
            ShareRecord record,
            LeaseEntry found,
            String holder,
            Clock clock)
            throws IOException {
        var before = found;
        for (int left = RENEWALS_MAX; ; left--) {
            try {
                return taken(shared, run, record, Option.of(before), holder, clock);
            } catch (SharingStopped refused) {
                var now = found(shared, run, record);
                if (left == 0
                        || refused.reason() != Reason.FENCED
                        || !now.exists(found::isRenewedBy)) throw refused;
                before = now.get();
            }
        }
    }

    /** A push that was killed says nothing of the next one, which finds out what it has done. */
    private static PushResult moved(SharedRepository shared, Option<String> before, LeaseEntry next)
            throws IOException {
        var first = shared.move(before, next);
        return first instanceof PushResult.Unreachable ? shared.move(before, next) : first;
    }

    /**
     * Notes that the run is complete here.
     *
     * @param ticket the run's ticket: effects up to it started elsewhere
     * @param conversations those of agents, which started elsewhere
     */
    public void complete(long ticket, Vector<String> conversations) throws IOException {
        record = record.fetched(ticket, conversations);
        record.write(run);
    }

    private static String nonce() {
        return UUID.randomUUID().toString();
    }

    public RunLease lease() {
        return entry.lease();
    }

    ShareRecord record() {
        return record;
    }

    /** Returns up to where the log is published, in bytes. */
    public long end() {
        return published.map(PublishedRun::end).getOrElse(0L);
    }

    /** Renews the lease. */
    PushResult renew() throws IOException {
        return pending.isDefined()
                ? push(pending.get())
                : push(new Attempt(shared.prepare(renewed()), Option.none(), Option.none()));
    }

    private RunLease renewed() {
        return entry.lease().renewed(clock.instant(), record.lease(), nonce());
    }

    /**
     * Publishes a capture.
     *
     * @param last whether the lease is released with it
     */
    PushResult publish(RunCapture capture, PublishedStatus status, boolean last)
            throws IOException {
        for (var earlier : pending) {
            var result = push(earlier);
            if (!(result instanceof PushResult.Accepted)
                    || earlier.capture().exists(one -> one == capture)) return result;
        }
        var lease = renewed().showing(status);
        return push(
                new Attempt(
                        shared.prepare(last ? lease.released() : lease),
                        Option.of(capture),
                        Option.of(shared.prepare(published, capture))));
    }

    private PushResult push(Attempt attempt) throws IOException {
        var before = entry.object();
        var next = attempt.next();
        pending = Option.of(attempt);
        record = record.holding(Vector.of(before, next.object()));
        record.write(run);
        var result =
                attempt.objects().isEmpty()
                        ? shared.move(Option.of(before), next)
                        : shared.publish(
                                Option.of(before), published, next, attempt.objects().get());
        if (result instanceof PushResult.Accepted) {
            entry = next;
            published = attempt.objects().orElse(published);
            pending = Option.none();
        }
        return result;
    }

    SharingStopped fenced(Option<RunLease> other) {
        return fenced(run, other);
    }

    private static SharingStopped fenced(RunDirectory run, Option<RunLease> other) {
        return new SharingStopped(
                Reason.FENCED,
                other.map(
                                lease ->
                                        "run "
                                                + run.id()
                                                + " was taken by "
                                                + lease.holder()
                                                + ", epoch "
                                                + lease.epoch())
                        .getOrElse("the lease of run " + run.id() + " was deleted"));
    }

    static SharingStopped unreachable(ShareRecord record, String why) {
        return new SharingStopped(
                Reason.UNREACHABLE,
                "the shared repository " + record.remote() + " does not answer: " + why);
    }

    static SharingStopped declined(ShareRecord record, String why) {
        return new SharingStopped(
                Reason.DECLINED, "the shared repository " + record.remote() + " declines: " + why);
    }

    static SharingStopped secrets(Vector<String> paths) {
        return new SharingStopped(
                Reason.SECRETS, "files to be published contain secrets: " + paths.mkString(", "));
    }
}
