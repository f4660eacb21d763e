/** The named results of tests: read from JUnit XML, or from lines of a check's output. */
@NullMarked
package dev.foldline.effects.report;

import org.jspecify.annotations.NullMarked;
