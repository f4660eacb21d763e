/**
 * The sandbox of a call: what an agent or a check can reach.
 *
 * <p>{@link dev.foldline.effects.sandbox.SandboxRules} is a pure value. {@link
 * dev.foldline.effects.sandbox.SandboxLauncher} starts calls under it with bubblewrap.
 */
@NullMarked
package dev.foldline.effects.sandbox;

import org.jspecify.annotations.NullMarked;
