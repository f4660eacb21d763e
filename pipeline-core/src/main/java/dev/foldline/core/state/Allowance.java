package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * What a call may spend. A call that exhausts its allowance is ended. Money is in millionths of a
 * dollar.
 */
public record Allowance(Option<Long> tokensMax, Option<Long> microUsdMax) {}
