/** Effects on the environment: handlers that turn one effect into one event. */
@NullMarked
package dev.foldline.effects;

import org.jspecify.annotations.NullMarked;
