/**
 * Fake agents: one program imitates the CLI of each agent from a script, so that pipelines are
 * tested without keys.
 */
@NullMarked
package dev.foldline.testkit.agent;

import org.jspecify.annotations.NullMarked;
