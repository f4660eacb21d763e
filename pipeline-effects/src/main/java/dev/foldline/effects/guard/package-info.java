/** What agents must leave alone: how it was before a call, and what became of it, also when the driver died in between. */
@NullMarked
package dev.foldline.effects.guard;

import org.jspecify.annotations.NullMarked;
