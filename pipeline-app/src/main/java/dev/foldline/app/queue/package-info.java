/** Issues of the forge as a queue of runs. */
@NullMarked
package dev.foldline.app.queue;

import org.jspecify.annotations.NullMarked;
