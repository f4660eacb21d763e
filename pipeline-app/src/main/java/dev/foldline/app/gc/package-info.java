/** What is left of runs that are over, and how it goes without anything being lost. */
@NullMarked
package dev.foldline.app.gc;

import org.jspecify.annotations.NullMarked;
