/** Prompts for agents, made from templates and the state of the run. */
@NullMarked
package dev.foldline.effects.prompt;

import org.jspecify.annotations.NullMarked;
