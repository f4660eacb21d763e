package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.effects.files.TemporaryFolder;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.replay.DamagedBundle;
import dev.foldline.effects.replay.DamagedRecording;
import dev.foldline.effects.replay.RecordedSource;
import dev.foldline.effects.replay.RunBundle;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.nio.file.Path;

/** Finds recorded runs, and reports what they lack. */
final class RecordedRuns {
    private RecordedRuns() {}

    /**
     * @throws UserError if there is no such run, or it is active
     */
    static RecordedSource find(Console console, String name) throws IOException {
        var directory = RunLookup.findUnchecked(console, RunArgument.parse(name));
        if (RunLock.holder(directory.lock()).isPresent())
            throw new UserError(
                    "the run is active",
                    directory.id().text(),
                    "try again when it has stopped",
                    ExitCode.LOCKED);
        for (var damage : KnownHeads.missing(directory).stream().toList())
            throw DamagedLog.of(directory.events(), damage, directory.id().text());
        var runs = Checkout.at(console.directory()).runs();
        return new RecordedSource(directory, runs.blobs(), commonFolder(runs.root()));
    }

    /** The git folder around Foldline's own. */
    private static Path commonFolder(Path root) throws IOException {
        var folder = root.toAbsolutePath().getParent();
        if (folder == null) throw new IOException("there is no folder around " + root);
        return folder;
    }

    /**
     * Unpacks the run of a bundle into a folder.
     *
     * @throws UserError if the file is no bundle, or a damaged one
     */
    static RecordedSource unpacked(Console console, Path bundle, Path folder) throws IOException {
        if (!RunBundle.isBundle(bundle))
            throw new UserError(
                    "this file is no bundle of a recorded run",
                    bundle.toString(),
                    "make one with: foldline export @ --bundle FILE",
                    ExitCode.USAGE);
        try {
            return RunBundle.unpack(bundle, folder, GitOptions.from(console.environment()));
        } catch (DamagedBundle damaged) {
            throw new UserError(
                    "the bundle is damaged: "
                            + (damaged.entry().isEmpty() ? "" : damaged.entry() + ": ")
                            + damaged.getMessage(),
                    bundle.toString(),
                    "export the run again where it is: foldline export @ --bundle FILE",
                    ExitCode.DIVERGED);
        }
    }

    /**
     * A run that cannot be replayed, with the event that needs what is missing.
     *
     * @param log the file with its log: that of the run, or a bundle
     */
    static UserError refused(RecordedSource source, Path log, DamagedRecording damaged) {
        var run = source.run().id().text();
        return new UserError(
                "the run cannot be replayed: " + damaged.getMessage(),
                run + ":" + damaged.seq(),
                source.recording().exists()
                        ? "foldline replay " + log + " --verify, which needs the log only"
                        : "set record: on in foldline.yaml to record the next run",
                ExitCode.DIVERGED);
    }

    /** A folder for a while. */
    static TemporaryFolder scratch() throws IOException {
        return TemporaryFolder.make("replay");
    }
}
