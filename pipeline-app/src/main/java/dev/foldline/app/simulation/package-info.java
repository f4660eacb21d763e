/** Simulated runs of workflows, for the commands that report on them. */
@NullMarked
package dev.foldline.app.simulation;

import org.jspecify.annotations.NullMarked;
