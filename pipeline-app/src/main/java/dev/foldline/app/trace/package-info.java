/** Traces of runs: spans made from the log, and their delivery to an OpenTelemetry collector. */
@NullMarked
package dev.foldline.app.trace;

import org.jspecify.annotations.NullMarked;
