/** What people and tools look up about a run: pure functions of its events. */
@NullMarked
package dev.foldline.core.projection;

import org.jspecify.annotations.NullMarked;
