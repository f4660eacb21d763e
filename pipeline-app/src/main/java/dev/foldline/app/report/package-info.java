/** The documents and texts about runs that several front ends return. */
@NullMarked
package dev.foldline.app.report;

import org.jspecify.annotations.NullMarked;
