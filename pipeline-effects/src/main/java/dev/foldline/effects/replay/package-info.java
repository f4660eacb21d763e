/**
 * Replays a run without its outside: everything that came from there is played from a recording.
 */
@NullMarked
package dev.foldline.effects.replay;

import org.jspecify.annotations.NullMarked;
