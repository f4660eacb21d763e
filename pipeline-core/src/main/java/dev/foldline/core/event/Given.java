package dev.foldline.core.event;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * What is known of a run before it begins: what an earlier one made and what was said about it.
 *
 * @param artifacts id of each artifact's text, by name
 * @param remarks oldest first
 * @param standing where the run takes up what was done elsewhere; none if it begins at the beginning
 */
public record Given(Map<String, String> artifacts, Vector<Remark> remarks, Option<Standing> standing) {

    public Given(Map<String, String> artifacts, Vector<Remark> remarks) { this(artifacts, remarks, Option.none()); }

    /**
     * Where work that was begun elsewhere stands.
     *
     * @param at in the turn of the first item that is not done, unless it says otherwise
     * @param items the run's lists
     * @param executions how often phases have begun their work, by phase key
     * @param backs how often routes have sent the work back, by phase key and label, with a slash between them
     * @param trouble what was wrong when it was left
     * @param kept paths that held what nobody had committed
     */
    public record Standing(Position at, Map<String, Vector<Item>> items, Map<String, Integer> executions, Map<String, Integer> backs,
            Map<String, String> handedIn, Option<String> branch, Option<String> head, Trouble trouble, Vector<String> kept) {

        public Standing handing(Map<String, String> in) { return new Standing(at, items, executions, backs, in, branch, head, trouble, kept); }

        public Standing keeping(Vector<String> paths) { return new Standing(at, items, executions, backs, handedIn, branch, head, trouble, paths); }
    }

    /** What was wrong when work was left. */
    public sealed interface Trouble {

        /** Nothing. */
        record Nothing() implements Trouble {}

        /** The worker's submissions have failed so often in a row. */
        record Failing(int failures, Fault fault) implements Trouble {}

        /** A person has to look. */
        record Halted(Fault fault) implements Trouble {}
    }

    /** That a person sent back what a phase had made, with these words. */
    public record Remark(String phase, String message, Instant at) {}

    /** What the run has gained before its first step. */
    public Ledger ledger(Workflow workflow) {
        var known = Ledger.EMPTY.withArtifacts(artifacts);
        return workflow.stages().foldLeft(known, (ledger, stage) -> stage.phases().foldLeft(ledger, (all, phase) ->
                remarks.filter(remark -> remark.phase().equals(phase.id())).zipWithIndex().foldLeft(all, (told, remark) ->
                        told.told(stage.key(phase), new Feedback(remark._2() + 1, remark._1().message(), Option.none())))));
    }
}
