package dev.foldline.core.event;

import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Feedback;
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
 */
public record Given(Map<String, String> artifacts, Vector<Remark> remarks) {

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
