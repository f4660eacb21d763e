@NullMarked
package dev.foldline.app.embed;

import org.jspecify.annotations.NullMarked;
