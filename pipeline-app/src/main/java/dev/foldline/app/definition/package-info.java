/** Workflows that users write as YAML files: reading, checking and expanding them. */
@NullMarked
package dev.foldline.app.definition;

import org.jspecify.annotations.NullMarked;
