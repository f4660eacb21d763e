package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.RunInstaller;
import dev.foldline.effects.fleet.RunLease;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.fleet.UnreadableLease;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Reads the runs of a shared repository; nothing is taken. */
public final class SharedRuns {
    private static final int FLEET_CHARACTERS = 12;

    private final Checkout here;
    private final Map<String, String> environment;
    private final String remote;

    /**
     * @param folder the folder from which a path as remote is found
     * @throws UserError if no remote has this name
     */
    public SharedRuns(Checkout here, Map<String, String> environment, Path folder, String remote)
            throws IOException {
        this.here = here;
        this.environment = environment;
        this.remote = SharedRemote.address(folder, environment, remote);
    }

    /**
     * A run as it was published, for commands that read its log.
     *
     * @param run a copy of its log and blobs
     */
    public record PublishedCopy(RunDirectory run, RunLease lease) {}

    /** Returns the name of this user and machine, for display. */
    public static String hostName(Map<String, String> environment) {
        return HostName.of(environment);
    }

    /** Returns the remote as git finds it from any folder. */
    public String remote() {
        return remote;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T in(SharedRepository shared) throws IOException;
    }

    /** Returns the leases of all shared runs. */
    public Vector<RunLease> leases() throws IOException {
        return reading(SharedRepository::list).map(LeaseEntry::lease);
    }

    /**
     * Copies all shared runs as they are published now, for commands that read several.
     *
     * @return the copies, without those of runs that are not shared any more
     */
    public Runs copies() throws IOException {
        for (var lease : leases()) if (RunId.isRunId(lease.run())) copy(lease.run());
        var shared = leases().map(RunLease::run);
        var copies = copiesFolder();
        for (var run : copies.unordered()) if (!shared.contains(run.id().text())) run.remove();
        return copies;
    }

    private Runs copiesFolder() {
        return new Runs(here.commonFolder().resolve("foldline/published"));
    }

    /** Sends a command to a run that is driven elsewhere, or will be. */
    public CommandClient.Answer send(String run, Command command, Redaction redaction)
            throws IOException, InterruptedException {
        try (var shared = open()) {
            var lease = find(shared, run, remote).lease();
            return SharedCommandClient.send(shared.inbox(), lease, command, redaction);
        } catch (GitFault silent) {
            throw unreachable(remote, silent);
        }
    }

    /** A shared run that can be removed, or why it cannot. */
    public record RemovalCheck(LeaseEntry lease, Option<String> obstacle) {}

    /**
     * Returns all shared runs, with why each cannot be removed. One that has ended can be if all of
     * it is in this clone.
     */
    public Vector<RemovalCheck> removals() throws IOException {
        var checks = Vector.<RemovalCheck>empty();
        var all = reading(SharedRepository::list);
        for (var entry : all)
            if (RunId.isRunId(entry.lease().run()))
                checks = checks.append(new RemovalCheck(entry, obstacle(entry, all)));
        return checks;
    }

    /**
     * Refuses a workflow of tasks where a run is driven alone.
     *
     * @throws UserError if it is one
     */
    static void refuseWorkflow(RunLease lease, String remote) {
        if (RunOpener.isOfTasks(lease.workflow()))
            throw new UserError(
                    "run " + lease.run() + " is a workflow, which is resumed with its tasks",
                    remote,
                    RunOpener.resumption(lease.run(), lease.workflow())
                            + " --from "
                            + ShellWord.of(remote),
                    ExitCode.USAGE);
    }

    /**
     * Refuses a run where a workflow of tasks is resumed.
     *
     * @throws UserError if it is not one
     */
    static void requireWorkflow(RunLease lease, String remote) {
        if (!RunOpener.isOfTasks(lease.workflow()))
            throw new UserError(
                    "run " + lease.run() + " is not a workflow of tasks",
                    remote,
                    "foldline resume " + lease.run() + " --from " + ShellWord.of(remote),
                    ExitCode.USAGE);
    }

    /** Returns the command that resumes a run of which a copy is here. */
    public static String resumption(RunDirectory copy) throws IOException {
        return RunOpener.resumption(copy);
    }

    /**
     * @param all the leases of all shared runs
     */
    private Option<String> obstacle(LeaseEntry entry, Vector<LeaseEntry> all) throws IOException {
        if (!entry.lease().isFree(Instant.now())) return Option.of("a driver holds it");
        var state = complete(entry);
        if (state.isEmpty()) return Option.of("this clone does not have all of it");
        if (!isEnded(state)) return Option.of("it has not ended");
        var parent = state.get().header().parent();
        var workflow = all.find(each -> parent.exists(of -> of.run().equals(each.lease().run())));
        return workflow.isDefined() && !isEnded(complete(workflow.get()))
                ? Option.of("its workflow has not ended")
                : Option.none();
    }

    /** Returns the state of a run if this clone has all of it. */
    private Option<PipelineState> complete(LeaseEntry entry) throws IOException {
        var run = here.runs().directory(new RunId(entry.lease().run()));
        return Files.exists(run.events())
                        && ShareRecord.of(run).exists(record -> record.isLast(entry))
                ? Option.of(RunHistory.open(run).latest().state())
                : Option.none();
    }

    private static boolean isEnded(Option<PipelineState> state) {
        return state.exists(known -> known.lifecycle() instanceof Lifecycle.Ended);
    }

    /**
     * Removes the runs without an obstacle from the shared repository.
     *
     * @return all runs; one that has changed meanwhile has an obstacle
     */
    public Vector<RemovalCheck> remove(Vector<RemovalCheck> checked) throws IOException {
        var results = Vector.<RemovalCheck>empty();
        try (var shared = open()) {
            for (var run : checked)
                results =
                        results.append(
                                run.obstacle().isDefined() || shared.remove(run.lease())
                                        ? run
                                        : new RemovalCheck(
                                                run.lease(),
                                                Option.of("it has changed meanwhile")));
            return results;
        } catch (GitFault silent) {
            throw unreachable(remote, silent);
        }
    }

    /** Returns the runs that nothing drives and for which there are commands. */
    public Vector<String> awaited() throws IOException {
        return reading(
                shared -> {
                    var awaited = Vector.<String>empty();
                    for (var run : shared.inbox().runs())
                        if (isFree(shared, run)) awaited = awaited.append(run);
                    return awaited;
                });
    }

    private static boolean isFree(SharedRepository shared, String run) throws IOException {
        try {
            return shared.find(run).exists(entry -> entry.lease().isFree(Instant.now()));
        } catch (UnreadableLease other) {
            return false;
        }
    }

    /**
     * The runs of a fleet.
     *
     * @param fleet its name
     */
    public record FleetRuns(Vector<RunLease> leases, String fleet) {}

    /** Returns the leases of all shared runs, with the name of their fleet. */
    public FleetRuns inFleet() throws IOException {
        return reading(
                shared -> new FleetRuns(shared.list().map(LeaseEntry::lease), fleet(shared)));
    }

    /**
     * Returns the id of a run that workers may drive.
     *
     * @param reference {@code @} for the run that was published last, or an id prefix
     * @throws UserError if it is a workflow of tasks
     */
    public String placeable(String reference) throws IOException {
        var lease = reading(shared -> find(shared, reference, remote)).lease();
        refuseWorkflow(lease, remote);
        return lease.run();
    }

    /** Returns whether a run is in the shared repository. */
    public boolean isPublished(String run) throws IOException {
        return reading(shared -> shared.find(run)).isDefined();
    }

    /** Returns the name of the fleet of this repository, the same in every clone. */
    public String fleet() throws IOException {
        return reading(SharedRuns::fleet);
    }

    private static String fleet(SharedRepository shared) throws IOException {
        return shared.identity().substring(0, FLEET_CHARACTERS);
    }

    /**
     * Copies a run as it is published now.
     *
     * @param reference {@code @} for the run that was published last, or an id prefix
     */
    public PublishedCopy copy(String reference) throws IOException {
        return reading(
                shared -> {
                    var lease = find(shared, reference, remote).lease();
                    var fetched =
                            shared.fetch(lease.run())
                                    .getOrElseThrow(() -> unpublished(lease.run(), remote));
                    var copies = copiesFolder();
                    var run = copies.directory(new RunId(lease.run()));
                    copies.make(run);
                    RunInstaller.copy(run, fetched);
                    return new PublishedCopy(run, lease);
                });
    }

    private SharedRepository open() throws IOException {
        return SharedRepository.open(
                GitOptions.from(environment),
                here.commonFolder(),
                remote,
                Redaction.of(environment));
    }

    private <T> T reading(Reading<T> reading) throws IOException {
        try (var shared = open()) {
            return reading.in(shared);
        } catch (GitFault silent) {
            throw unreachable(remote, silent);
        }
    }

    /**
     * Finds a run. A whole id needs no list of all runs.
     *
     * @throws UserError if it names no run, or more than one
     */
    static LeaseEntry find(SharedRepository shared, String reference, String remote)
            throws IOException {
        var named = RunId.isRunId(reference) ? shared.find(reference) : Option.<LeaseEntry>none();
        return named.isDefined() ? named.get() : find(shared.list(), reference, remote);
    }

    private static LeaseEntry find(Vector<LeaseEntry> all, String reference, String remote) {
        var runs = all.filter(entry -> RunId.isRunId(entry.lease().run()));
        var matching =
                reference.equals("@")
                        ? runs.sortBy(entry -> entry.lease().at()).takeRight(1)
                        : runs.filter(entry -> entry.lease().run().startsWith(reference));
        if (matching.size() == 1) return matching.head();
        throw new UserError(
                matching.isEmpty()
                        ? "no shared run '" + reference + "'"
                        : "'" + reference + "' names " + matching.size() + " shared runs",
                remote,
                "foldline fleet --from " + ShellWord.of(remote),
                ExitCode.USAGE);
    }

    static UserError unpublished(String run, String remote) {
        return new UserError(
                "run " + run + " was lost before anything of it was published; start it again",
                remote,
                "",
                ExitCode.FAILED);
    }

    static UserError unreachable(String remote, GitFault silent) {
        return new UserError(
                "the shared repository does not answer: " + silent.getMessage(),
                remote,
                "git ls-remote " + ShellWord.of(remote),
                ExitCode.UNAVAILABLE);
    }
}
