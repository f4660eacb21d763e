/** How a commit of a run came about: its calls, checks and approvals, also in notes of git. */
@NullMarked
package dev.foldline.app.provenance;

import org.jspecify.annotations.NullMarked;
