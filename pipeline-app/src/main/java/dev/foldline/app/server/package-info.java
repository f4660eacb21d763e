/**
 * The HTTP server of {@code foldline serve}: request authentication, the API, and the workflows
 * that the server drives.
 */
@NullMarked
package dev.foldline.app.server;

import org.jspecify.annotations.NullMarked;
