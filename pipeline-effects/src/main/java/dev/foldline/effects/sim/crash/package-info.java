/**
 * Proof that a crash anywhere changes nothing: every instant of a simulated run at which its driver could die is tried, and
 * what comes of it is compared. {@link dev.foldline.effects.sim.crash.CrashPoints} is where a test begins.
 */
@NullMarked
package dev.foldline.effects.sim.crash;

import org.jspecify.annotations.NullMarked;
