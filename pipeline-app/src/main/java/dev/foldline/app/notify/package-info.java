/** Notifications about runs: which events they report, and the channels that deliver them. */
@NullMarked
package dev.foldline.app.notify;

import org.jspecify.annotations.NullMarked;
