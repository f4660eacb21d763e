/** Deliveries of the forge's webhook, and the checks that they start. */
@NullMarked
package dev.foldline.app.webhook;

import org.jspecify.annotations.NullMarked;
