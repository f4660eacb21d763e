package dev.foldline.core.event;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * What is known about a run before it starts: the artifacts and feedback of an earlier run.
 *
 * @param artifacts id of each artifact's text, by name
 * @param remarks oldest first
 * @param progress the position of imported work; none if the run starts at the beginning
 * @param origin the run that this one is a fork of; none, as in older logs, if it is not a fork
 */
public record InitialState(
        Map<String, String> artifacts,
        Vector<Remark> remarks,
        Option<Progress> progress,
        Option<Origin> origin) {

    /**
     * The point at which another run was forked.
     *
     * @param seq number of the event after which the fork starts
     * @param base the commit at which the other run started
     */
    public record Origin(String run, long seq, Option<String> base) {}

    public InitialState(Map<String, String> artifacts, Vector<Remark> remarks) {
        this(artifacts, remarks, Option.none());
    }

    public InitialState(
            Map<String, String> artifacts, Vector<Remark> remarks, Option<Progress> progress) {
        this(artifacts, remarks, progress, Option.none());
    }

    /**
     * The position of work that was started elsewhere.
     *
     * @param at position in the turn of the first item that is not done, unless stated otherwise
     * @param items the run's lists
     * @param executions number of executions of each phase, by phase key
     * @param routeUses number of uses of each route back, by phase key and label, separated by a
     *     slash
     * @param problem the failure at the time of the import
     * @param protectedPaths paths with the user's uncommitted work
     * @param verified the tree when the last item was completed, if it is known
     */
    public record Progress(
            Position at,
            Map<String, Vector<Item>> items,
            Map<String, Integer> executions,
            Map<String, Integer> routeUses,
            Map<String, String> submitted,
            Option<String> branch,
            Option<String> head,
            Problem problem,
            Vector<String> protectedPaths,
            Option<String> verified) {

        public Progress handing(Map<String, String> in) {
            return new Progress(
                    at,
                    items,
                    executions,
                    routeUses,
                    in,
                    branch,
                    head,
                    problem,
                    protectedPaths,
                    verified);
        }

        public Progress keeping(Vector<String> paths) {
            return new Progress(
                    at,
                    items,
                    executions,
                    routeUses,
                    submitted,
                    branch,
                    head,
                    problem,
                    paths,
                    verified);
        }
    }

    /** The failure of imported work. */
    public sealed interface Problem {

        /** No failure. */
        record None() implements Problem {}

        /** The worker's submissions have failed this many times in a row. */
        record Failing(int failures, Fault fault) implements Problem {}

        /** The run needs the user's attention. */
        record Halted(Fault fault) implements Problem {}
    }

    /** The user rejected the result of a phase with this message. */
    public record Remark(String phase, String message, Instant at) {}

    /** Returns the ledger before the first step. */
    public Ledger ledger(Workflow workflow) {
        var known = Ledger.EMPTY.withArtifacts(artifacts);
        return workflow.stages()
                .foldLeft(
                        known,
                        (ledger, stage) ->
                                stage.phases()
                                        .foldLeft(
                                                ledger,
                                                (all, phase) ->
                                                        remarks.filter(
                                                                        remark ->
                                                                                remark.phase()
                                                                                        .equals(
                                                                                                phase
                                                                                                        .id()))
                                                                .zipWithIndex()
                                                                .foldLeft(
                                                                        all,
                                                                        (reported, remark) ->
                                                                                reported
                                                                                        .withFeedback(
                                                                                                stage
                                                                                                        .key(
                                                                                                                phase),
                                                                                                new Feedback(
                                                                                                        remark
                                                                                                                        ._2()
                                                                                                                + 1,
                                                                                                        remark._1()
                                                                                                                .message(),
                                                                                                        Option
                                                                                                                .none())))));
    }
}
