package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.json.JsonForm;

/**
 * What one workflow leaves to the next.
 *
 * @param state as JSON
 */
public record WorkflowState(String state, Outbox outbox) {
    static final JsonForm<WorkflowState> FORM =
            JsonForm.of("a workflow's state", WorkflowState.class);
}
