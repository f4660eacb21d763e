package dev.foldline.core.decide;

import dev.foldline.core.effect.Effect;

/** What to do next, and why: the first rule that applied. */
public record Decision(Priority priority, String rule, Effect effect) {}
