/** Agents: child processes that are given a prompt and change the working tree. */
@NullMarked
package dev.foldline.effects.agent;

import org.jspecify.annotations.NullMarked;
