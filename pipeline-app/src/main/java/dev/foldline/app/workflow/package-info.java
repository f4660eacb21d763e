/** Workflows of tasks: how this process starts, drives and inspects them and their child runs. */
@NullMarked
package dev.foldline.app.workflow;

import org.jspecify.annotations.NullMarked;
