/** What agents' command lines say while they work: each line as signals, each end as an outcome. Pure: no I/O, no clock. */
@NullMarked
package dev.foldline.effects.agent.stream;

import org.jspecify.annotations.NullMarked;
