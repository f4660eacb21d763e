/** The program that speaks the Agent Client Protocol with an agent, in a process of its own. */
@NullMarked
package dev.foldline.effects.agent.acp;

import org.jspecify.annotations.NullMarked;
