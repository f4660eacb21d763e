/**
 * What must not be shown or kept: the values of secret-looking variables and what has the shape of a token.
 *
 * <p>Start with {@link dev.foldline.effects.redact.Redaction}. Everything that writes about a run has one.
 */
@NullMarked
package dev.foldline.effects.redact;

import org.jspecify.annotations.NullMarked;
