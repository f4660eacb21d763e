/** A real browser for tests. */
@NullMarked
package dev.foldline.app.server.browser;

import org.jspecify.annotations.NullMarked;
