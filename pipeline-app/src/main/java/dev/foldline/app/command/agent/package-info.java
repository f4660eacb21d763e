/**
 * Commands about agents: which there are, whether they do what is expected of them, and what they
 * have cost.
 */
@NullMarked
package dev.foldline.app.command.agent;

import org.jspecify.annotations.NullMarked;
