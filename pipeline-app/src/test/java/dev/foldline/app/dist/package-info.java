@NullMarked
package dev.foldline.app.dist;

import org.jspecify.annotations.NullMarked;
