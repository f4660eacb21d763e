/** What an engine that places shared runs on hosts has to do, and the rules by which it places. */
@NullMarked
package dev.foldline.effects.fleet.engine;

import org.jspecify.annotations.NullMarked;
