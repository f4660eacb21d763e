/** The report on a run that can be shared: one HTML file, or Markdown for a pull request. */
@NullMarked
package dev.foldline.app.report.file;

import org.jspecify.annotations.NullMarked;
