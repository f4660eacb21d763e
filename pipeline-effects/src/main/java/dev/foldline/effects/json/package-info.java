/**
 * Core values as JSON. Start with {@link dev.foldline.effects.json.Wire}.
 *
 * <p>The core knows nothing of JSON, so the format is derived from its types: a record is an object of its components, a
 * case of a sealed type says first which {@code type} it is, and every name is written in snake_case. A component that
 * is an {@code Option} is left out when it is empty; a list or map that is missing is read as an empty one.
 */
@NullMarked
package dev.foldline.effects.json;

import org.jspecify.annotations.NullMarked;
