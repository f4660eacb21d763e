/**
 * The one table of configuration keys: parsing, defaults, flags, environment names, schema and
 * documentation follow it.
 */
@NullMarked
package dev.foldline.app.config.key;

import org.jspecify.annotations.NullMarked;
