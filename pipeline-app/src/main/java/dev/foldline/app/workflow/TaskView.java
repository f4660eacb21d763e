package dev.foldline.app.workflow;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;

import io.vavr.control.Option;

import java.util.function.Consumer;

/**
 * Prints a line about a task when a terminal starts, fails or produces a result.
 *
 * @param parent notified of the run's status after each event
 */
record TaskView(String task, RunObserver watching, Consumer<PipelineState> parent)
        implements RunObserver {

    @Override
    public void onEvent(Event event, Option<String> message, PipelineState state) {
        parent.accept(state);
        switch (event) {
            case EffectStarted(_, InvokeAgent call) ->
                    watching.onTaskMessage(task, call.role() + " works, by " + call.agent());
            case AgentFailed(_, var fault, _, _, _, _, _) ->
                    notice("the agent failed: " + fault.message());
            case WorkObserved seen when seen.unread().isDefined() -> notice(seen.unread().get());
            case WorkObserved seen
                    when !seen.commits().isEmpty()
                            || !seen.label().equals(WorkObserved.COMPLETED) ->
                    watching.onTaskMessage(task, EventFormatter.of(seen));
            case WorkCommitted made ->
                    watching.onTaskMessage(
                            task,
                            "committed "
                                    + made.commit()
                                            .substring(0, Math.min(7, made.commit().length())));
            case RunEvent _,
                    AgentEvent _,
                    FileEvent _,
                    ChangeEvent _,
                    CheckEvent _,
                    GitEvent _,
                    ForgeEvent _,
                    ChildEvent _,
                    InputEvent _ ->
                    stands(state);
        }
    }

    private void stands(PipelineState state) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            watching.onTaskMessage(task, "it is done with");
        else if (state.slots().recovery() instanceof Recovery.Halted(var failure))
            watching.onTaskMessage(task, "it has halted: " + failure.fault().message());
    }

    @Override
    public void notice(String text) {
        watching.notice(task + ": " + text);
    }
}
