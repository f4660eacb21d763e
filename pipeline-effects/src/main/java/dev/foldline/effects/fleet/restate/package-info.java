/** Places shared runs with the engine Restate, through its public protocols over HTTP. */
@NullMarked
package dev.foldline.effects.fleet.restate;

import org.jspecify.annotations.NullMarked;
