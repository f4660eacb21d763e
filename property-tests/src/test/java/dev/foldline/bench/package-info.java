/**
 * Measurements, outside the default build: {@code mvn -q -Pbench verify}, or one of them with
 * {@code -Dbench=append}.
 */
@NullMarked
package dev.foldline.bench;

import org.jspecify.annotations.NullMarked;
