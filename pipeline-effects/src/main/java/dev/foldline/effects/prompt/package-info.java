/** What agents are told: prompts, made from templates and what the run knows. */
@NullMarked
package dev.foldline.effects.prompt;

import org.jspecify.annotations.NullMarked;
