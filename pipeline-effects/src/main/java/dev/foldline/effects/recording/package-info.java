/** What a run's effects got from outside, kept so that the run can be replayed without it. */
@NullMarked
package dev.foldline.effects.recording;

import org.jspecify.annotations.NullMarked;
