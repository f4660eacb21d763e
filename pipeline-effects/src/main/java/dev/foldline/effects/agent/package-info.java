/** Agents: child processes that get a prompt and change the working tree. */
@NullMarked
package dev.foldline.effects.agent;

import org.jspecify.annotations.NullMarked;
