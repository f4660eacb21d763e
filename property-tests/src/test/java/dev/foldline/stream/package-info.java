/** What holds for every stream of an agent, good or bad. */
@NullMarked
package dev.foldline.stream;

import org.jspecify.annotations.NullMarked;
