/** Runs that several clones of a repository share: leases, and the transport of their work. */
@NullMarked
package dev.foldline.effects.fleet;

import org.jspecify.annotations.NullMarked;
