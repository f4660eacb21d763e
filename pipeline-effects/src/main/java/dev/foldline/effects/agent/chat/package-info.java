/** The program that asks a model over HTTP, in a process of its own. */
@NullMarked
package dev.foldline.effects.agent.chat;

import org.jspecify.annotations.NullMarked;
