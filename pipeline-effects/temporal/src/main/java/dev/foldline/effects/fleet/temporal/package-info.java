/** Places shared runs with the engine Temporal, through its Java SDK. */
@NullMarked
package dev.foldline.effects.fleet.temporal;

import org.jspecify.annotations.NullMarked;
