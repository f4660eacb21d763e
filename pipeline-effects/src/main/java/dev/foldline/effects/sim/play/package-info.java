/** Scripted behavior of everything a run meets in a simulation. */
@NullMarked
package dev.foldline.effects.sim.play;

import org.jspecify.annotations.NullMarked;
