/**
 * {@code foldline serve}: who is let in, what is asked and answered over HTTP, and the workflows
 * that are driven meanwhile.
 */
@NullMarked
package dev.foldline.app.server;

import org.jspecify.annotations.NullMarked;
