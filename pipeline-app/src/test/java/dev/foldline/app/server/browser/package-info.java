/** A real browser for tests, and what it is served. */
@NullMarked
package dev.foldline.app.server.browser;

import org.jspecify.annotations.NullMarked;
