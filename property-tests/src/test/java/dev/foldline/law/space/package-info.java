/** Searches all states of small workflows, and checks laws on each state and each transition. */
@NullMarked
package dev.foldline.law.space;

import org.jspecify.annotations.NullMarked;
