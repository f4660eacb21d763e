/**
 * What the results of checks say about a change: what failed before it, what is new, and what fails
 * only now and then.
 */
@NullMarked
package dev.foldline.core.verdict;

import org.jspecify.annotations.NullMarked;
