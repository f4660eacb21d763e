/**
 * For tests of a project that is worked on with {@code foldline task}: one call of an agent, with
 * everything it did.
 */
@NullMarked
package dev.foldline.app.trial;

import org.jspecify.annotations.NullMarked;
