/**
 * What a workflow adds to the generic handlers of effects. Each workflow has a package of its own.
 */
@NullMarked
package dev.foldline.effects.workflow;

import org.jspecify.annotations.NullMarked;
