/** Who of those that wait may work next, where not all may at once. Outside any run's state: no log holds any of it. */
@NullMarked
package dev.foldline.core.schedule;

import org.jspecify.annotations.NullMarked;
