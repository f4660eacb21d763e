/** Views of a run for users and tools: pure functions of its events. */
@NullMarked
package dev.foldline.core.projection;

import org.jspecify.annotations.NullMarked;
