/**
 * Where configuration is written down: YAML read with the place of every key and value, and what
 * can be wrong with it.
 */
@NullMarked
package dev.foldline.app.config.source;

import org.jspecify.annotations.NullMarked;
