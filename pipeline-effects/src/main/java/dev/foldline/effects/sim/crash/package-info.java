/**
 * Verifies that crashes change nothing: the driver crashes at every possible moment of a simulated
 * run, and the results are compared. Tests start with {@link
 * dev.foldline.effects.sim.crash.CrashPoints}.
 */
@NullMarked
package dev.foldline.effects.sim.crash;

import org.jspecify.annotations.NullMarked;
