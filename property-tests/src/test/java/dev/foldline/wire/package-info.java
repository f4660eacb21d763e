/** Law 13: what is written comes back, and names never change silently. */
@NullMarked
package dev.foldline.wire;

import org.jspecify.annotations.NullMarked;
