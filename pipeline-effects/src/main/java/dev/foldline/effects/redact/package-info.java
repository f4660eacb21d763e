/**
 * Text that is safe to write and to show: the values of variables whose names suggest secrets, and
 * text with the form of a token, are redacted; control characters are escaped.
 *
 * <p>Start with {@link dev.foldline.effects.redact.Redaction}. Everything that writes about a run
 * uses one.
 */
@NullMarked
package dev.foldline.effects.redact;

import org.jspecify.annotations.NullMarked;
