package dev.foldline.scenario;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.Event;

/** One decision of a walk: the state it was made in, and what the world answered. */
public record WalkStep(PipelineState before, Decision decision, Event answer) {

    public Effect effect() {
        return decision.effect();
    }

    /** The effect in few words. */
    public String words() {
        return switch (effect()) {
            case CleanArtifacts clean -> "clean " + clean.artifacts().mkString(" ");
            case RenderPrompt prompt -> "prompt " + prompt.role();
            case InvokeAgent call -> "call " + call.role();
            case CollectArtifact collect -> "collect " + collect.artifact();
            case RecordRecovery recovery ->
                    "record recovery " + recovery.level() + " after " + recovery.attempts();
            case SaveWork save -> "save work";
            case Effect other -> other.getClass().getSimpleName();
        };
    }

    public String place() {
        return EffectSelector.place(effect()).map(Object::toString).getOrElse("-");
    }

    @Override
    public String toString() {
        return decision.priority()
                + " | "
                + decision.rule()
                + " | "
                + words()
                + " at "
                + place()
                + " -> "
                + answer;
    }
}
