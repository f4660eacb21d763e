/**
 * What a client of the server may ask for: one table, from which requests are answered and the
 * OpenAPI document is made.
 */
@NullMarked
package dev.foldline.app.server.call;

import org.jspecify.annotations.NullMarked;
