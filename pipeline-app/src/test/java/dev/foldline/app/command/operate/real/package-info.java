/**
 * Proof against the real command lines of agents, if somebody says where they are; see {@code
 * docs/testing.md}.
 */
@NullMarked
package dev.foldline.app.command.operate.real;

import org.jspecify.annotations.NullMarked;
