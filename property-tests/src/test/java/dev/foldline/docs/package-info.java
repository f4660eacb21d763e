/**
 * The documentation, held against the code: pages printed from it are current, and what the others
 * name exists. {@code -Dfoldline.regenerate=true} writes the printed pages anew.
 */
@NullMarked
package dev.foldline.docs;

import org.jspecify.annotations.NullMarked;
