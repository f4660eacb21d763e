/** Work that is pulled: an agent outside asks for its next task and submits what it has done. */
@NullMarked
package dev.foldline.app.pull;

import org.jspecify.annotations.NullMarked;
