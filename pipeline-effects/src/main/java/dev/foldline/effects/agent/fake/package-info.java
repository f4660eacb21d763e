/**
 * Fake agents: one program imitates the CLI of each agent from a script, so that pipelines are
 * tested without keys.
 */
@NullMarked
package dev.foldline.effects.agent.fake;

import org.jspecify.annotations.NullMarked;
