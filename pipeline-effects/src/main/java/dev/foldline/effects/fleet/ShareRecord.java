package dev.foldline.effects.fleet;

import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What this clone knows of a run that it shares, kept beside the run's log.
 *
 * @param remote the name of a remote, or the address or path of a repository
 * @param leaseMillis how long a lease lasts without being renewed
 * @param leases objects of this clone's leases of which one may be in force
 * @param stage how far this clone has come with the lease
 * @param arrived the run's ticket when it arrived here: effects up to it started elsewhere
 * @param elsewhere conversations of agents that started in other clones
 */
public record ShareRecord(
        String remote,
        long leaseMillis,
        Vector<String> leases,
        Stage stage,
        long arrived,
        Vector<String> elsewhere) {
    private static final JsonForm<ShareRecord> FORM =
            JsonForm.of("the record of a shared run", ShareRecord.class);

    /** How far a clone has come with a lease. */
    public enum Stage {
        /** It has taken the lease, and the run's log here is not complete. */
        FETCHING,
        /** The run is here, and no driver has worked under the lease yet. */
        FETCHED,
        /** A driver works, or has worked, under the lease. */
        DRIVEN
    }

    /** Returns the record of a run that is to be shared, and is not yet. */
    public static ShareRecord of(String remote, Duration lease) {
        return new ShareRecord(
                remote, lease.toMillis(), Vector.empty(), Stage.DRIVEN, -1, Vector.empty());
    }

    private static Path file(RunDirectory run) {
        return run.path().resolve("share.json");
    }

    /** Returns the record of a run; none if the run is not shared. */
    public static Option<ShareRecord> of(RunDirectory run) throws IOException {
        try {
            return Option.of(
                    FORM.read(new String(Files.readAllBytes(file(run)), StandardCharsets.UTF_8)));
        } catch (NoSuchFileException alone) {
            return Option.none();
        } catch (WireFault damaged) {
            throw new IOException(file(run) + " is damaged: " + damaged.getMessage(), damaged);
        }
    }

    public void write(RunDirectory run) throws IOException {
        AtomicFile.write(file(run), FORM.write(this));
    }

    /** Forgets that a run is to be shared that was never published. */
    public static void unshare(RunDirectory run) throws IOException {
        Files.deleteIfExists(file(run));
    }

    /** Removes the directory of a run that could not be taken and was never here. */
    public static void forget(RunDirectory run) throws IOException {
        Files.deleteIfExists(file(run));
        run.remove();
    }

    /** Returns whether a conversation started in another clone. */
    public static boolean isElsewhere(RunDirectory run, String conversation) throws IOException {
        return of(run).exists(record -> record.elsewhere().contains(conversation));
    }

    /** Returns whether an effect started in another clone. */
    public static boolean isElsewhere(RunDirectory run, long ticket) throws IOException {
        return of(run).exists(record -> ticket <= record.arrived());
    }

    public Duration lease() {
        return Duration.ofMillis(leaseMillis);
    }

    /** Returns the record with the leases that may be in force. */
    ShareRecord holding(Vector<String> objects) {
        return new ShareRecord(remote, leaseMillis, objects, stage, arrived, elsewhere);
    }

    /** Returns the record of a run that is driven here under its lease. */
    ShareRecord toDriven() {
        return new ShareRecord(remote, leaseMillis, leases, Stage.DRIVEN, arrived, elsewhere);
    }

    /** Returns the record of a run that this clone takes and has to fetch. */
    public ShareRecord takenFrom(String address) {
        return new ShareRecord(address, leaseMillis, leases, Stage.FETCHING, arrived, elsewhere);
    }

    /** Returns the record of a fetched run, with the conversations that cannot be resumed here. */
    ShareRecord fetched(long ticket, Vector<String> conversations) {
        return new ShareRecord(remote, leaseMillis, leases, Stage.FETCHED, ticket, conversations);
    }

    /** Returns the record of a run of which this clone has all that was published. */
    public ShareRecord copied(LeaseEntry last) {
        return new ShareRecord(
                remote, leaseMillis, Vector.of(last.object()), Stage.DRIVEN, arrived, elsewhere);
    }

    /**
     * Returns whether the run was created here and no lease of it was ever wanted, so that it is in
     * no other clone.
     */
    public boolean isUnpublished() {
        return leases.isEmpty() && stage != Stage.FETCHING;
    }

    /** Returns whether a lease is this clone's. */
    public boolean holds(LeaseEntry now) {
        return leases.contains(now.object());
    }

    /** Returns whether this clone held the run last, so that the log here is complete. */
    public boolean isLast(LeaseEntry now) {
        return stage != Stage.FETCHING && holds(now);
    }
}
