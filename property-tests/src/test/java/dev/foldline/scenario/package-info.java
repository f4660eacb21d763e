/** Stories over the pure core: a workflow, a world that answers, and what follows. */
@NullMarked
package dev.foldline.scenario;

import org.jspecify.annotations.NullMarked;
