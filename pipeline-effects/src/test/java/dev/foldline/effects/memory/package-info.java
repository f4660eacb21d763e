/** Where the tests put their files. */
@NullMarked
package dev.foldline.effects.memory;

import org.jspecify.annotations.NullMarked;
