/** What a run of the workflow {@code tdd} looks like from outside: statuses, files, instructions and answers, all folded from its events. */
@NullMarked
package dev.foldline.core.projection.tdd;

import org.jspecify.annotations.NullMarked;
