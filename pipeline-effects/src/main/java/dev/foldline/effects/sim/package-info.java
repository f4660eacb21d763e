/**
 * A world that is not there: scripted agents, a pretended repository, a virtual clock, faults and crashes chosen by a
 * seed. {@link dev.foldline.effects.sim.Simulation} is where a test begins; it runs the same driver as the real world.
 */
@NullMarked
package dev.foldline.effects.sim;

import org.jspecify.annotations.NullMarked;
