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
 * @param standing the position of imported work; none if the run starts at the beginning
 */
public record InitialState(
        Map<String, String> artifacts, Vector<Remark> remarks, Option<Standing> standing) {

    public InitialState(Map<String, String> artifacts, Vector<Remark> remarks) {
        this(artifacts, remarks, Option.none());
    }

    /**
     * The position of work that was started elsewhere.
     *
     * @param at position in the turn of the first item that is not done, unless stated otherwise
     * @param items the run's lists
     * @param executions number of executions of each phase, by phase key
     * @param backs number of uses of each route back, by phase key and label, separated by a slash
     * @param trouble the failure at the time of the import
     * @param kept paths with the user's uncommitted work
     * @param verified the tree when the last item was completed, if it is known
     */
    public record Standing(
            Position at,
            Map<String, Vector<Item>> items,
            Map<String, Integer> executions,
            Map<String, Integer> backs,
            Map<String, String> handedIn,
            Option<String> branch,
            Option<String> head,
            Trouble trouble,
            Vector<String> kept,
            Option<String> verified) {

        public Standing handing(Map<String, String> in) {
            return new Standing(
                    at, items, executions, backs, in, branch, head, trouble, kept, verified);
        }

        public Standing keeping(Vector<String> paths) {
            return new Standing(
                    at, items, executions, backs, handedIn, branch, head, trouble, paths, verified);
        }
    }

    /** The failure of imported work. */
    public sealed interface Trouble {

        /** No failure. */
        record Nothing() implements Trouble {}

        /** The worker's submissions have failed this many times in a row. */
        record Failing(int failures, Fault fault) implements Trouble {}

        /** The run needs the user's attention. */
        record Halted(Fault fault) implements Trouble {}
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
                                                                        (told, remark) ->
                                                                                told.withFeedback(
                                                                                        stage.key(
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
