/**
 * Workflows of tasks as they run here: begun, driven with their children beside them, and looked
 * at.
 */
@NullMarked
package dev.foldline.app.runtime;

import org.jspecify.annotations.NullMarked;
