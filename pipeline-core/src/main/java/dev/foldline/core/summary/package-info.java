/** What a run is at and has achieved, in the words of its user. */
@NullMarked
package dev.foldline.core.summary;

import org.jspecify.annotations.NullMarked;
