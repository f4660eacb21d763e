/** The ladder of rules, which derives the next effect from a state. */
@NullMarked
package dev.foldline.core.decide;

import org.jspecify.annotations.NullMarked;
