/** Looking on at a run that another process drives. */
@NullMarked
package dev.foldline.app.view.watch;

import org.jspecify.annotations.NullMarked;
