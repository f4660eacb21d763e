package dev.foldline.effects.recording;

import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A file of the exchange folder, or a file in the working tree that the workflow never commits,
 * that a call wrote or removed.
 *
 * @param blob the name of its content among the blobs; none if the file was removed
 */
public record RecordedFile(String name, Option<String> blob) {

    /**
     * Returns the names of files in the top folder of the working tree that are never committed.
     */
    static Vector<String> namesAtRoot() {
        return WorkflowSupports.exchangedFiles()
                .appendAll(Exclusions.engine().paths())
                .filter(name -> !name.equals(ExchangeFolder.FOLDER));
    }

    /** Returns the folder of a file. */
    public static ProtectedFolder folder(String name, RunContext run) {
        return namesAtRoot().contains(name)
                ? new ProtectedFolder(run.root())
                : run.exchange().folder();
    }
}
