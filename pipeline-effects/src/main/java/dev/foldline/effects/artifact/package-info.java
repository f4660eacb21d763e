/** Artifacts submitted by agents: JSON files in the exchange folder, validated by schema. */
@NullMarked
package dev.foldline.effects.artifact;

import org.jspecify.annotations.NullMarked;
