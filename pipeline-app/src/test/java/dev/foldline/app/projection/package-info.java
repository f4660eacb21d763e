@NullMarked
package dev.foldline.app.projection;

import org.jspecify.annotations.NullMarked;
