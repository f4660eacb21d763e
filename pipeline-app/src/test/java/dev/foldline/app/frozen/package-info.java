/** What users and programs rely on, as it was recorded, and runs that an earlier version left. */
@NullMarked
package dev.foldline.app.frozen;

import org.jspecify.annotations.NullMarked;
