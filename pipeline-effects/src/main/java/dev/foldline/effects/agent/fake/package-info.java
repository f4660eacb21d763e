/** Agents that are not there: one program plays the command line of each agent from a script, so that a pipeline is tested without a key. */
@NullMarked
package dev.foldline.effects.agent.fake;

import org.jspecify.annotations.NullMarked;
