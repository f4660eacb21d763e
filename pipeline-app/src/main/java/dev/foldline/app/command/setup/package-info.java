/**
 * Commands around runs: preparing a repository, examining it, and saying what Foldline would do.
 */
@NullMarked
package dev.foldline.app.command.setup;

import org.jspecify.annotations.NullMarked;
