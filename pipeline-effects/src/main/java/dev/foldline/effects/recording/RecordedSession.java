package dev.foldline.effects.recording;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a driver found when it started.
 *
 * @param epoch the number of the driver
 * @param setup what it was configured with
 * @param home the working tree from which the run was started
 * @param tree the run's own working tree, if it has one that exists
 * @param base the base branch, if there is one
 * @param refs the run's own refs, with their full names
 * @param files the files in the exchange folder
 * @param outputs the outputs of a call that the last driver left unfinished
 */
public record RecordedSession(
        long epoch,
        Setup setup,
        RecordedHead home,
        Option<RecordedHead> tree,
        Option<RecordedBranch> base,
        Vector<RecordedBranch> refs,
        Vector<RecordedFile> files,
        Vector<RecordedStream> outputs) {

    /**
     * A driver's configuration.
     *
     * @param zone the time zone in which agents name times
     * @param agents the kind of each agent, by name
     * @param templates the prompt templates that differ from the default ones, by name, as blobs
     * @param schemas the schemas of a workflow's own artifacts, by name, as blobs
     * @param items the lists of work items in these artifacts, by artifact
     * @param inputs the values of the workflow's inputs, by name
     */
    public record Setup(
            String zone,
            Map<String, String> agents,
            Map<String, String> templates,
            Map<String, String> schemas,
            Map<String, String> items,
            Map<String, String> inputs) {}

    /** Returns the working tree in which the run works, if it exists. */
    public Option<RecordedHead> place(boolean own) {
        return own ? tree : Option.of(home);
    }
}
