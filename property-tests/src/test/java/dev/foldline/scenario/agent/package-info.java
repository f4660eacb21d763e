/**
 * Stories of agents: who takes over from whom, who is called no more, and what calls are charged
 * with.
 */
@NullMarked
package dev.foldline.scenario.agent;

import org.jspecify.annotations.NullMarked;
