/** Parses the output of agent CLIs: lines to signals, ends to outcomes. Pure: no I/O, no clock. */
@NullMarked
package dev.foldline.effects.agent.stream;

import org.jspecify.annotations.NullMarked;
