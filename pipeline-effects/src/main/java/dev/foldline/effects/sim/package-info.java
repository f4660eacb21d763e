/**
 * A simulated environment: scripted agents, a fake repository, a virtual clock, and seeded faults
 * and crashes. Tests start with {@link dev.foldline.effects.sim.Simulation}; it uses the same
 * driver as the real environment.
 */
@NullMarked
package dev.foldline.effects.sim;

import org.jspecify.annotations.NullMarked;
