/**
 * The messages of workflows as they happen: read from their logs, and followed by any number of
 * clients.
 */
@NullMarked
package dev.foldline.app.server.live;

import org.jspecify.annotations.NullMarked;
