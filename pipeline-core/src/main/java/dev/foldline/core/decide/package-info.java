/** The ladder of rules: from a state to the next effect. */
@NullMarked
package dev.foldline.core.decide;

import org.jspecify.annotations.NullMarked;
