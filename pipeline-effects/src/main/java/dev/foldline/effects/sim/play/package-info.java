/** What those who meet a run do in a simulation, written down beforehand. */
@NullMarked
package dev.foldline.effects.sim.play;

import org.jspecify.annotations.NullMarked;
