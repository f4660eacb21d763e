/** What agents hand in: JSON files in the exchange folder, checked by schema. */
@NullMarked
package dev.foldline.effects.artifact;

import org.jspecify.annotations.NullMarked;
