package dev.foldline.app.runtime;

import dev.foldline.app.history.EventWords;
import dev.foldline.app.run.RunView;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import io.vavr.control.Option;
import java.util.function.Consumer;

/**
 * What whoever watches a workflow is told of one of its tasks: a line when a terminal begins, fails or has made something.
 *
 * @param parent told how the task's run stands after each of its events
 */
record TaskView(String task, RunView watching, Consumer<PipelineState> parent) implements RunView {

    @Override
    public void folded(Event event, Option<String> message, PipelineState state) {
        parent.accept(state);
        switch (event) {
            case EffectStarted(_, InvokeAgent call)  -> watching.told(task, call.role() + " works, by " + call.agent());
            case AgentFailed(_, var fault, _, _, _, _) -> notice("the agent failed: " + fault.message());
            case WorkObserved seen when seen.unread().isDefined() -> notice(seen.unread().get());
            case WorkObserved seen when !seen.commits().isEmpty() || !seen.label().equals(WorkObserved.COMPLETED) -> watching.told(task, EventWords.of(seen));
            case WorkCommitted made                  -> watching.told(task, "committed " + made.commit().substring(0, Math.min(7, made.commit().length())));
            case RunEvent _, AgentEvent _, FileEvent _, CheckEvent _, GitEvent _, ChildEvent _, InputEvent _ -> stands(state);
        }
    }

    private void stands(PipelineState state) {
        if (state.life() instanceof Life.Ended) watching.told(task, "it is done with");
        else if (state.slots().recovery() instanceof Recovery.Halted(var failure)) watching.told(task, "it has halted: " + failure.fault().message());
    }

    @Override
    public void notice(String text) { watching.notice(task + ": " + text); }
}
