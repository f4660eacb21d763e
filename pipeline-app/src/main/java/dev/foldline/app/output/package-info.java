/** How values become output: JSON, styled text, shell words, printable text. */
@NullMarked
package dev.foldline.app.output;

import org.jspecify.annotations.NullMarked;
