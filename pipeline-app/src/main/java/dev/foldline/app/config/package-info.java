/**
 * The user's configuration: flags before environment before {@code foldline.yaml} before the user's
 * file before defaults, every mistake in any of them reported at once. Start at {@link
 * Configuration#load}.
 */
@NullMarked
package dev.foldline.app.config;

import org.jspecify.annotations.NullMarked;
