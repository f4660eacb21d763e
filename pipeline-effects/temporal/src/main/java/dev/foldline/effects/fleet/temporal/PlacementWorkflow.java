package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.PlacementStep;
import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.fleet.engine.PlacementStep.ToHosts;
import dev.foldline.effects.fleet.engine.PlacementStep.ToRun;
import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;

import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import io.vavr.control.Option;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * A workflow that keeps a state and applies the rules of placement to each message. It uses nothing
 * but its messages and the workflow's time, so a repetition of its history does the same.
 */
abstract class PlacementWorkflow<S, M extends Message> implements MessageHandlers {
    /** After so many messages, a new history starts. */
    static final int MESSAGES_MAX = 400;

    private static final long REPEAT_MILLIS = 10_000;

    private final FleetNames names;
    private final JsonForm<S> stateForm;
    private final JsonForm<M> messageForm;
    private S state;
    private Outbox outbox;
    private int received;

    /**
     * @param unknown the state before the first message
     */
    PlacementWorkflow(
            String fleet, String kept, S unknown, JsonForm<S> stateForm, JsonForm<M> messageForm) {
        this.names = new FleetNames(fleet);
        this.stateForm = stateForm;
        this.messageForm = messageForm;
        var earlier = kept.isEmpty() ? Option.<WorkflowState>none() : Option.of(kept(kept));
        this.state = earlier.map(each -> stateForm.read(each.state())).getOrElse(unknown);
        this.outbox = earlier.map(WorkflowState::outbox).getOrElse(Outbox.EMPTY);
    }

    private static WorkflowState kept(String json) {
        return WorkflowState.FORM.read(json);
    }

    /** Applies the rules. */
    abstract PlacementStep<S> step(S before, M message);

    /** Returns the message of a delivery that comes back to this workflow. */
    abstract Option<M> toItself(Send send);

    /** Returns whether the workflow ends in a state. */
    abstract boolean isEnd(S reached);

    /** Starts a new history of this workflow. */
    abstract void continueAsNew(String kept);

    @Override
    public final String receive(String message) {
        return receive(messageForm.read(message));
    }

    @Override
    public final void validate(String message) {
        messageForm.read(message);
    }

    @Override
    public final void deliver(String message) {
        try {
            receive(messageForm.read(message));
        } catch (WireFault foreign) {
            Workflow.getLogger(PlacementWorkflow.class).warn(String.valueOf(foreign.getMessage()));
        }
    }

    @Override
    public final String state() {
        return stateForm.write(state);
    }

    private String receive(M message) {
        var step = step(state, message);
        state = step.state();
        outbox = outbox.with(step.sends(), Workflow.currentTimeMillis());
        received++;
        return step.reply();
    }

    /** Sends messages at their time, until the workflow ends. Returns what it leaves. */
    final String run() {
        while (true) {
            if (outbox.next() <= Workflow.currentTimeMillis()) send();
            else if (isEnd(state)) return left(Outbox.EMPTY);
            else if (isLong()) continueAsNew(left(outbox));
            else await();
        }
    }

    private String left(Outbox unsent) {
        return WorkflowState.FORM.write(new WorkflowState(stateForm.write(state), unsent));
    }

    private boolean isLong() {
        return received >= MESSAGES_MAX || Workflow.getInfo().isContinueAsNewSuggested();
    }

    private void await() {
        long next = outbox.next();
        Supplier<Boolean> isChanged = () -> outbox.next() < next || isEnd(state) || isLong();
        if (next == Outbox.NEVER) Workflow.await(isChanged);
        else Workflow.await(Duration.ofMillis(next - Workflow.currentTimeMillis()), isChanged);
    }

    private void send() {
        var send = outbox.pending().head().send();
        outbox = outbox.withoutNext();
        for (var message : toItself(send)) {
            receive(message);
            return;
        }
        switch (send) {
            case ToHosts(var message, _) -> {
                if (!isSignalled(names.hosts(), PlacementForms.TO_HOSTS.write(message)))
                    outbox = outbox.with(send, Workflow.currentTimeMillis() + REPEAT_MILLIS);
            }
            // A run that has ended needs no messages.
            case ToRun(var run, var message, _) ->
                    isSignalled(names.run(run), PlacementForms.TO_RUN.write(message));
        }
    }

    /** Returns whether a workflow has received a message; otherwise there is no such workflow. */
    private static boolean isSignalled(String workflow, String message) {
        try {
            Workflow.newUntypedExternalWorkflowStub(workflow).signal(DELIVER, message);
            return true;
        } catch (SignalExternalWorkflowException absent) {
            return false;
        }
    }
}
