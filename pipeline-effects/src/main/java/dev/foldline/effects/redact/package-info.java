/**
 * Redaction of the values of variables whose names suggest secrets, and of text with the form of a
 * token.
 *
 * <p>Start with {@link dev.foldline.effects.redact.Redaction}. Everything that writes about a run
 * uses one.
 */
@NullMarked
package dev.foldline.effects.redact;

import org.jspecify.annotations.NullMarked;
