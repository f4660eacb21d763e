package dev.foldline.effects.environment;

import dev.foldline.core.change.TrialResult;
import dev.foldline.core.state.Spend;

import io.vavr.control.Option;

/**
 * The outcome of a trial.
 *
 * @param output id of what its commands printed; none if they printed nothing
 */
public record TrialOutcome(TrialResult result, Option<String> output, Spend spend) {}
