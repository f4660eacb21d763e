/** What {@code foldline demo} runs on. */
@NullMarked
package dev.foldline.app.demo;

import org.jspecify.annotations.NullMarked;
