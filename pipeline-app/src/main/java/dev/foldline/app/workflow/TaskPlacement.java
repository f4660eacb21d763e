package dev.foldline.app.workflow;

import dev.foldline.app.config.ShareKeys;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.FleetEngine;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The fleet that drives the tasks of a workflow, kept beside the workflow's log.
 *
 * @param remote the name of a remote, or the address or path of the shared repository
 * @param engine addresses of the engine
 * @param labels what the hosts must have
 * @param leaseMillis how long the lease of a task lasts without being renewed
 */
public record TaskPlacement(String remote, String engine, Vector<String> labels, long leaseMillis) {
    private static final JsonForm<TaskPlacement> FORM =
            JsonForm.of("the placement of a workflow's tasks", TaskPlacement.class);
    private static final Duration ENGINE_TIMEOUT = Duration.ofSeconds(15);

    /**
     * @param remote as it is found from any folder
     */
    public static TaskPlacement of(
            String remote, String engine, Vector<String> labels, ShareKeys share) {
        return new TaskPlacement(remote, engine, labels, share.lease().toMillis());
    }

    private static Path file(RunDirectory workflow) {
        return workflow.path().resolve("tasks-on.json");
    }

    /**
     * Notes where the tasks of a workflow are driven: by this fleet, or here if there is none. A
     * workflow whose tasks are driven by a fleet is shared as they are.
     */
    public static void note(RunDirectory workflow, Option<TaskPlacement> fleet) throws IOException {
        var shared = ShareRecord.of(workflow);
        if (fleet.isDefined()) {
            if (shared.isEmpty()) fleet.get().record().write(workflow);
            AtomicFile.write(file(workflow), FORM.write(fleet.get()));
        } else {
            Files.deleteIfExists(file(workflow));
            if (shared.exists(ShareRecord::isUnpublished)) ShareRecord.unshare(workflow);
        }
    }

    /** Returns the fleet that drives the tasks of a workflow; none if they are driven here. */
    static Option<TaskPlacement> of(RunDirectory workflow) {
        try {
            return Option.of(FORM.read(Files.readString(file(workflow))));
        } catch (NoSuchFileException here) {
            return Option.none();
        } catch (IOException unreadable) {
            throw StorageFailure.of(unreadable, file(workflow).toString(), "");
        } catch (WireFault damaged) {
            throw StorageFailure.of(
                    new IOException(damaged.getMessage(), damaged), file(workflow).toString(), "");
        }
    }

    /** Returns what a clone knows of a task that it is to share. */
    ShareRecord record() {
        return ShareRecord.of(remote, Duration.ofMillis(leaseMillis));
    }

    /** Returns what a clone knows of a task that another one has shared. */
    ShareRecord recordElsewhere() {
        return record().takenFrom(remote);
    }

    /** Returns the same, with the labels of an earlier placement if this one has none. */
    TaskPlacement orLabelsOf(Option<TaskPlacement> earlier) {
        return labels.isEmpty() && earlier.isDefined()
                ? new TaskPlacement(remote, engine, earlier.get().labels(), leaseMillis)
                : this;
    }

    /** Opens the repository where the tasks are shared. */
    SharedRepository open(Workspace here) throws IOException {
        return SharedRepository.open(
                GitOptions.from(here.environment()),
                here.site().home().place().commonFolder(),
                remote,
                here.runs().redaction());
    }

    /** Returns the name of the fleet. */
    String fleet(Workspace here) throws IOException {
        return new SharedRuns(Checkout.at(here.root()), here.environment(), here.root(), remote)
                .fleet();
    }

    /** Wants a task to be driven. One that is placed already stays where it is. */
    void submit(Workspace here, String fleet, String run) throws IOException {
        try (var server = FleetEngine.open(engine, here.environment(), ENGINE_TIMEOUT)) {
            server.placement(fleet).submit(run, labels);
        }
    }
}
