/**
 * Core values as JSON. Start with {@link dev.foldline.effects.json.Wire}.
 *
 * <p>The core does not depend on JSON, so the format is derived from its types. A record is an
 * object of its components. A case of a sealed type starts with its {@code type}. All names are in
 * snake_case. An empty {@code Option} component is omitted. A missing list or map is read as empty.
 */
@NullMarked
package dev.foldline.effects.json;

import org.jspecify.annotations.NullMarked;
