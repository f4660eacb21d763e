/**
 * Wrong versions of the core, and the tests that notice them: {@code MutantTrials} runs the laws
 * and scenarios against each.
 */
@NullMarked
package dev.foldline.mutant;

import org.jspecify.annotations.NullMarked;
