/** Scripted behavior of everything a run meets in a simulation. */
@NullMarked
package dev.foldline.testkit.script;

import org.jspecify.annotations.NullMarked;
