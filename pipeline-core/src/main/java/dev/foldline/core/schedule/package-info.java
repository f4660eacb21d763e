/**
 * Chooses which waiting run works next when slots are limited. This is outside of any run's state
 * and is not logged.
 */
@NullMarked
package dev.foldline.core.schedule;

import org.jspecify.annotations.NullMarked;
