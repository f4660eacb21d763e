/** Workflows as values. */
@NullMarked
package dev.foldline.core.workflow;

import org.jspecify.annotations.NullMarked;
