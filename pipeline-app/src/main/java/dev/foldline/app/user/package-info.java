/** The users of a server, their roles, and the proxy that may name them. */
@NullMarked
package dev.foldline.app.user;

import org.jspecify.annotations.NullMarked;
