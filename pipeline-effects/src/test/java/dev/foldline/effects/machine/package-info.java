/** What tests need of the machine they run on. */
@NullMarked
package dev.foldline.effects.machine;

import org.jspecify.annotations.NullMarked;
