/** Open gates of a repository, what they show, and how they are answered from outside. */
@NullMarked
package dev.foldline.app.gate;

import org.jspecify.annotations.NullMarked;
