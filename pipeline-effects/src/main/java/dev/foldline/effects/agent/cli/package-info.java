/** The command lines of agents we know: what each says, and how each is called. A new one is one file here and one row in {@code Adapters}. */
@NullMarked
package dev.foldline.effects.agent.cli;

import org.jspecify.annotations.NullMarked;
