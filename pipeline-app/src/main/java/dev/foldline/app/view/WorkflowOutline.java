package dev.foldline.app.view;

import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Stage;

/** What the places of a workflow are called. */
final class WorkflowOutline {
    private WorkflowOutline() {}

    static int turns(PipelineState state, Stage stage) {
        return switch (stage.turns()) {
            case LoopCondition.Times _, LoopCondition.Until _ -> stage.turns().countedMax();
            case LoopCondition.EachItem(var list, _) -> state.items().list(list).size();
        };
    }

    /** {@code iterate 2/5}; the turn is left out where there is but one. */
    static String turn(PipelineState state, Stage stage, int turn) {
        int turns = turns(state, stage);
        return turns <= 1 ? stage.id() : stage.id() + " " + (turn + 1) + "/" + turns;
    }

    /** The turn of the cursor; {@code end} at the workflow's end. */
    static String turn(PipelineState state) {
        return state.stage().map(stage -> turn(state, stage, state.at().turn())).getOrElse("end");
    }
}
