package dev.foldline.core.effect;

import io.vavr.control.Option;

/** What is set aside for a call before it is made: it is ended when it has used that up. Money is in millionths of a dollar. */
public record Allowance(Option<Long> tokensMax, Option<Long> microUsdMax) {}
