package dev.foldline.effects.fleet.temporal;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;

/** How the workflows of a fleet receive messages, as JSON. */
public interface MessageHandlers {
    String RECEIVE = "receive";
    String DELIVER = "deliver";
    String STATE = "state";

    /** Receives a message and replies to it. */
    @UpdateMethod(name = RECEIVE)
    String receive(String message);

    /** Refuses a message that is malformed. */
    @UpdateValidatorMethod(updateName = RECEIVE)
    void validate(String message);

    /** Receives a message. */
    @SignalMethod(name = DELIVER)
    void deliver(String message);

    /** Returns the state as JSON. */
    @QueryMethod(name = STATE)
    String state();
}
