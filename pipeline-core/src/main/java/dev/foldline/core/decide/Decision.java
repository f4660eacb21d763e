package dev.foldline.core.decide;

import dev.foldline.core.effect.Effect;

/** The next effect, and the first rule that applied. */
public record Decision(Priority priority, String rule, Effect effect) {}
